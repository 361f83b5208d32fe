import type { SeenFiles, SeenNotes } from '../workspace/seen-files.ts'

/** The tools may look at what was seen; what they would note did not happen. */
export function onlyLooking(seen: SeenFiles): SeenNotes {
  return {
    hasSeen: (...asked) => seen.hasSeen(...asked),
    hasSeenAll: (...asked) => seen.hasSeenAll(...asked),
    refuseStale: (...asked) => seen.refuseStale(...asked),
    noteEdited: () => {},
    noteWritten: () => {},
  }
}
