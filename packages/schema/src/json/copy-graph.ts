import type { PathStep } from './path.ts'

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

/** Turns an empty object into a hash table inside the engine: deleting another than the last key does it. */
export function makeTable(empty: Record<string, unknown>): void {
  empty['first'] = empty['last'] = undefined
  delete empty['first']
  delete empty['last']
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
