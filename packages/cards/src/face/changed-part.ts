import type { Place } from '../text/place.ts'

/** Longer lines are compared as wholes. */
const longest = 2_000
/** At least this share of the longer line has to be common to both, or they are two different lines. */
const leastCommon = 0.3

/**
 * What differs between a line and the one that took its place: all between their common start and end. Undefined
 * where they have too little in common for that to say anything.
 */
export function changedParts(before: string, after: string): readonly [Place, Place] | undefined {
  const most = Math.max(before.length, after.length)
  if (most > longest) return undefined
  const least = Math.min(before.length, after.length)
  let head = 0
  while (head < least && before[head] === after[head]) head++
  if (isSecondHalf(before, head) || isSecondHalf(after, head)) head--
  let tail = 0
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  if (tail > 0 && isSecondHalf(before, before.length - tail)) tail--
  if (before.slice(0, head).trim().length + tail < leastCommon * most) return undefined
  const place = (text: string): Place => ({ at: head, length: text.length - head - tail })
  return [place(before), place(after)]
}

/** Whether the code unit at an index is the second one of a character. */
function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
