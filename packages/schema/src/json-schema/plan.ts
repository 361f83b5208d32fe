import type { JsonValue } from '../json/value.ts'
import { pathOf, type Place } from './place.ts'

/** The violations of a value by one node; yields the checks of what is inside and is given theirs. */
export type Check = Generator<Check, readonly string[], readonly string[]>

/** A node made ready to judge values. */
export interface Plan {
  /** The fast face: for snapshots only, where nothing can be lossy. Recurses as deep as the schema. */
  accepts(value: JsonValue): boolean
  /** The total face: for anything, with reasons. Never recurses. */
  check(value: unknown, at: Spot): Check
}

/** Where a value stands, and what the outermost one is called. */
export interface Spot {
  readonly place: Place | undefined
  readonly root: string
}

/** Runs a check without recursion, however deep it goes. */
export function runCheck(check: Check): readonly string[] {
  const outer: Check[] = []
  let current = check
  let answer: readonly string[] = []
  for (;;) {
    const step = current.next(answer)
    if (step.done !== true) {
      outer.push(current)
      current = step.value
      answer = []
      continue
    }
    answer = step.value
    const next = outer.pop()
    if (next === undefined) return answer
    current = next
  }
}

/** A check of something without parts. */
// oxlint-disable-next-line require-yield
export function* settled(violations: readonly string[]): Check {
  return violations
}

/** A violation: `"a.b" must be …`; the outermost value is called `arguments` unless it has a name. */
export function violation({ place, root }: Spot, problem: string): string {
  return `"${pathOf(place, root) || 'arguments'}" ${problem}`
}
