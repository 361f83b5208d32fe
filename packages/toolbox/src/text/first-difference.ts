import { sameAhead } from './same-units.ts'

/** The first place where two texts differ; the length of the shorter one where that is all there is. */
export function firstDifference(a: string, b: string): number {
  return sameAhead(a, 0, b, 0, Math.min(a.length, b.length))
}
