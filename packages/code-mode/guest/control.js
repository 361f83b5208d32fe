/** Words of the memory that a thread and its host share, by their places. */
export const control = {
  /** Not 0 where the program has to stop. */
  stop: 0,
  /** Counts what was posted to the thread, which waits on it. */
  mail: 1,
  /** What the thread is at, one of `phases`, and since when by `clockMs`. */
  phase: 2,
  since: 3,
  /** Milliseconds for which the program computed before. */
  usedMs: 4,
  /** What its console said beyond the head. */
  omittedEntries: 5,
  omittedBytes: 6,
}

export const controlBytes = 7 * Int32Array.BYTES_PER_ELEMENT

export const phases = { waiting: 0, preparing: 1, computing: 2 }

/** Milliseconds that mean the same in all threads; they start again after twelve days. */
export const clockMs = () => Date.now() & 0x3fff_ffff
