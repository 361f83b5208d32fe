import type { Capture } from './capture.ts'
import { Refused } from './refused.ts'

/** Which parts of a tolerant copy are not lossless, because of themselves or of something inside. */
export class Taint {
  readonly #tainted: ReadonlySet<unknown>

  constructor(capture: Capture) {
    this.#tainted = capture.lossless ? new Set() : findTainted(capture)
  }

  /** Whether a part of the copy is lossless JSON through and through. */
  isClean(part: unknown): boolean {
    return !(part instanceof Refused) && !this.#tainted.has(part)
  }
}

/** Spreads from each defect and refusal to whatever holds it; every container is looked at once. */
function findTainted({ value, defects }: Capture): Set<unknown> {
  const holders = new Map<object, object[]>()
  const seen = new Set<object>()
  const tainted = new Set<unknown>()
  const bad: object[] = []
  const visit = (part: unknown, holder: object | undefined): void => {
    if (typeof part !== 'object' || part === null) return
    if (holder !== undefined) {
      const known = holders.get(part)
      if (known === undefined) holders.set(part, [holder])
      else known.push(holder)
    }
    seen.add(part)
  }
  visit(value, undefined)
  seen.forEach((part) => {
    if (part instanceof Refused || defects?.has(part) === true) bad.push(part)
    if (!(part instanceof Refused)) for (const inner of Object.values(part)) visit(inner, part)
  })
  for (let part = bad.pop(); part !== undefined; part = bad.pop()) {
    if (tainted.has(part)) continue
    tainted.add(part)
    for (const holder of holders.get(part) ?? []) bad.push(holder)
  }
  return tainted
}
