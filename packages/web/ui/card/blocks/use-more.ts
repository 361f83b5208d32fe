import { useState } from 'preact/hooks'

/** How many of many things are shown, and what shows more of them. */
export interface More {
  readonly shown: number
  /** How many the next step adds; 0 where all are shown. */
  readonly next: number
  /** How many are not shown. */
  readonly left: number
  readonly more: () => void
}

/** Shows the first `first` of `total` things, and `step` more each time that somebody asks. */
export function useMore(total: number, first: number, step: number): More {
  const [limit, setLimit] = useState(first)
  const shown = Math.min(total, limit)
  const left = total - shown
  return { shown, left, next: Math.min(step, left), more: () => setLimit(limit + step) }
}
