/** Words of the memory that a thread and its host share, by their places. */
export const control: {
  /** Not 0 where the program has to stop. */
  readonly stop: number
  /** Counts what was posted to the thread, which waits on it. */
  readonly mail: number
  /** What the thread is at, one of `phases`, and since when by `clockMs`. */
  readonly phase: number
  readonly since: number
  /** Milliseconds for which the program computed before. */
  readonly usedMs: number
  /** What its console said beyond the head. */
  readonly omittedEntries: number
  readonly omittedBytes: number
}

export const controlBytes: number

export const phases: { readonly waiting: 0; readonly preparing: 1; readonly computing: 2 }

/** Milliseconds that mean the same in all threads; they start again after twelve days. */
export function clockMs(): number
