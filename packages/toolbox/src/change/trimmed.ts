import { sameAhead, sameBehind } from '../text/same-units.ts'
import { wholeBoundary } from '../text/cut.ts'
import type { Region } from './splice.ts'

/** The regions without what is the same at their ends, and without those that hold no difference. */
export function trimmed(before: string, after: string, regions: readonly Region[]): Region[] {
  return regions.map((region) => trimmedOne(before, after, region)).filter(differs)
}

/** What differs between two texts, as at most one region. */
export function difference(before: string, after: string): Region[] {
  return trimmed(before, after, [{ oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length }])
}

function differs({ oldStart, oldEnd, newStart, newEnd }: Region): boolean {
  return oldStart < oldEnd || newStart < newEnd
}

function trimmedOne(before: string, after: string, region: Region): Region {
  let { oldStart, oldEnd, newStart, newEnd } = region
  const most = Math.min(oldEnd - oldStart, newEnd - newStart)
  let same = sameAhead(before, oldStart, after, newStart, most)
  // A character of two units of which only the second differs belongs to the difference as a whole.
  const back = Math.max(
    oldStart + same - wholeBoundary(before, oldStart + same),
    newStart + same - wholeBoundary(after, newStart + same),
  )
  same = Math.max(0, same - back)
  oldStart += same
  newStart += same
  let tail = sameBehind(before, oldEnd, after, newEnd, most - same)
  const splits =
    wholeBoundary(before, oldEnd - tail) < oldEnd - tail ||
    wholeBoundary(after, newEnd - tail) < newEnd - tail
  if (splits && tail > 0) tail -= 1
  return { oldStart, oldEnd: oldEnd - tail, newStart, newEnd: newEnd - tail }
}
