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
  for (const step of steps) {
    if (typeof step === 'number') text += `[${step}]`
    else text += text === '' ? step : `.${step}`
  }
  if (text.length <= longestPath) return text
  return `${headOf(text, shownEnd)}…${tailOf(text, shownEnd)}`
}
