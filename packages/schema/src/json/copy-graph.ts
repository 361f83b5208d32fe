import type { PathStep } from './path.ts'
import { Returned } from './seal.ts'

/** A container made by the walk: an ordinary object or array that nobody else holds yet. */
export type Copy = Record<string, unknown> | unknown[]

/** Sets a property as an own one, whatever its name is. */
export function put(copy: Copy, step: PathStep, value: unknown): void {
  Object.defineProperty(copy, step, { value, writable: true, enumerable: true, configurable: true })
}

const objectPrototype: object = Object.prototype

/** As {@link put}, faster for keys that an assignment to an ordinary object only adds. */
export function putKey(copy: Record<string, unknown>, key: string, value: unknown): void {
  // What every object inherits, of whatever kind and also if hidden, may run code or throw when it is set.
  if (key in objectPrototype) put(copy, key, value)
  else copy[key] = value
}

/** The engine keeps a hash table fast while it is filled only if a private field came first. */
class Table extends Returned {
  // oxlint-disable-next-line no-unused-private-class-members -- its presence is all it is for
  readonly #isTable = true
}

/** Turns an empty object into a hash table inside the engine: deleting another than the last key does it. */
export function makeTable(empty: Record<string, unknown>): void {
  new Table(empty)
  empty['first'] = empty['last'] = undefined
  delete empty['first']
  delete empty['last']
}

/**
 * Finds copies by their originals; begun when the first container is met again, and caught up on demand. A map
 * from the start would take a fifth more time for a value of 10,000 rows.
 */
export class CopyIndex {
  readonly #known = new Map<object, Copy>()
  readonly #originals: Iterator<object>
  readonly #copies: readonly Copy[]

  /** Both in the same order; they may grow. */
  constructor(originals: ReadonlySet<object>, copies: readonly Copy[]) {
    this.#originals = originals.values()
    this.#copies = copies
  }

  /** @param original - one of the originals. */
  get(original: object): Copy {
    let copy = this.#known.get(original)
    while (copy === undefined) {
      const next = this.#originals.next().value as object
      const made = this.#copies[this.#known.size] as Copy
      this.#known.set(next, made)
      if (next === original) copy = made
    }
    return copy
  }
}

const isCopy = (value: unknown): value is Copy => typeof value === 'object' && value !== null

function* edgesOf(copy: Copy): Generator<readonly [PathStep, unknown]> {
  if (Array.isArray(copy)) yield* copy.entries()
  else yield* Object.entries(copy)
}

/**
 * The steps that lead to one of the copies.
 *
 * @param target - the copy to find.
 * @param copies - all copies, holders before what they hold; the first is the root.
 */
export function stepsTo(target: Copy, copies: Iterable<Copy>): PathStep[] {
  const found = new Map<unknown, readonly [Copy, PathStep] | undefined>()
  for (const copy of copies) {
    if (found.size === 0) found.set(copy, undefined)
    for (const [step, value] of edgesOf(copy)) {
      if (isCopy(value) && !found.has(value)) found.set(value, [copy, step])
    }
  }
  const steps: PathStep[] = []
  for (let edge = found.get(target); edge !== undefined; edge = found.get(edge[0])) steps.push(edge[1])
  return steps.reverse()
}

/** An edge from a container to one that holds it. */
interface BackEdge {
  readonly holder: Copy
  readonly step: PathStep
}

/** Every edge that closes a cycle, found without recursion; frozen containers hold none. */
export function backEdges(root: unknown): BackEdge[] {
  const edges: BackEdge[] = []
  const path = new Set<unknown>()
  const seen = new Set<unknown>()
  const frames: { copy: Copy; rest: Iterator<readonly [PathStep, unknown]> }[] = []
  const enter = (value: unknown): void => {
    if (!isCopy(value) || Object.isFrozen(value) || seen.has(value)) return
    seen.add(value)
    path.add(value)
    frames.push({ copy: value, rest: edgesOf(value) })
  }
  enter(root)
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const next = frame.rest.next()
    if (next.done === true) {
      path.delete(frame.copy)
      frames.pop()
    } else if (path.has(next.value[1])) edges.push({ holder: frame.copy, step: next.value[0] })
    else enter(next.value[1])
  }
  return edges
}
