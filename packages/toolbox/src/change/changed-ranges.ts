import { encodedLength, type DecodedText } from './decoded-text.ts'
import { changeLimits } from './limits.ts'
import type { Region } from './splice.ts'

/** Bytes of a file that became other bytes. */
export interface ChangedRange {
  /** Where they began in the file as it was. */
  offset: number
  /** How many they were. */
  oldBytes: number
  /** How many took their place. */
  newBytes: number
}

/** The bytes that regions of a text take in its file; of many regions, only the first ones. */
export function changedRanges(
  { text, encoding, hasMark }: DecodedText,
  after: string,
  regions: readonly Region[],
): ChangedRange[] {
  const bytes = (of: string, start: number, end: number): number =>
    encodedLength(of.slice(start, end), encoding)
  let place = 0
  let offset = hasMark ? encodedLength('\ufeff', encoding) : 0
  return regions.slice(0, changeLimits.ranges).map(({ oldStart, oldEnd, newStart, newEnd }) => {
    offset += bytes(text, place, oldStart)
    const range = {
      offset,
      oldBytes: bytes(text, oldStart, oldEnd),
      newBytes: bytes(after, newStart, newEnd),
    }
    offset += range.oldBytes
    place = oldEnd
    return range
  })
}

/** The one range from the first byte that differs to the last. */
export function byteDifference(before: Uint8Array, after: Uint8Array): ChangedRange {
  const most = Math.min(before.length, after.length)
  let offset = 0
  while (offset < most && before[offset] === after[offset]) offset += 1
  let tail = 0
  while (tail < most - offset && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1
  return { offset, oldBytes: before.length - offset - tail, newBytes: after.length - offset - tail }
}
