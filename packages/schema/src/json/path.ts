import { headOf, tailOf } from './cut.ts'

/** One step from a container to what it holds: a key of an object or an index of an array. */
export type PathStep = string | number

/** A place inside a value, linked to the one around it, so that descending costs the same at any depth. */
export interface Place {
  readonly around: Place | undefined
  readonly step: PathStep
}

/** Beyond this many characters a path is shown by its two ends. */
const longestPath = 1_000
const shownEnd = 450

/** The steps to a place, from the outermost to the innermost; none for `undefined`, the root. */
export function stepsOf(place: Place | undefined): PathStep[] {
  const steps: PathStep[] = []
  for (let at = place; at !== undefined; at = at.around) steps.push(at.step)
  return steps.reverse()
}

/**
 * A path as messages print it: `a.b[3]`, the first key without a dot when nothing stands before it.
 *
 * @param steps - from the outermost to the innermost.
 * @param root - what stands before the first step; may be empty.
 */
export function printPath(steps: readonly PathStep[], root: string = ''): string {
  let text = root
  for (const step of steps) text += text === '' && typeof step === 'string' ? step : printStep(step)
  return cutMiddle(text, text)
}

const printStep = (step: PathStep): string => (typeof step === 'number' ? `[${step}]` : `.${step}`)

/** A path as far as it is shown, by how it begins and how it ends. */
function cutMiddle(first: string, last: string): string {
  if (first.length <= longestPath) return first
  return `${headOf(first, shownEnd)}…${tailOf(last, shownEnd)}`
}

/** Prints the paths of many places, as {@link printPath} does, at a cost that does not grow with their depth. */
export class PathPrinter {
  readonly #root: string
  /** How the path to each place begins: all of it, unless it is too long to be shown whole. */
  readonly #beginnings = new Map<Place, string>()

  /** @param root - what stands before the first step; not empty. */
  constructor(root: string) {
    this.#root = root
  }

  print(place: Place | undefined, further: readonly PathStep[] = []): string {
    let at = place
    for (const step of further) at = { around: at, step }
    const first = this.#beginningOf(at)
    if (first.length <= longestPath) return first
    let last = ''
    for (; at !== undefined && last.length <= longestPath; at = at.around) {
      last = tailOf(printStep(at.step), longestPath) + last
    }
    return cutMiddle(first, last)
  }

  #beginningOf(place: Place | undefined): string {
    const unknown: Place[] = []
    let at = place
    for (; at !== undefined && !this.#beginnings.has(at); at = at.around) unknown.push(at)
    let text = at === undefined ? this.#root : (this.#beginnings.get(at) ?? '')
    for (let next = unknown.pop(); next !== undefined; next = unknown.pop()) {
      if (text.length <= longestPath) text += headOf(printStep(next.step), longestPath)
      this.#beginnings.set(next, text)
    }
    return text
  }
}
