import { useEffect, useState } from 'preact/hooks'

/** How many of many things are shown, and what shows more of them. */
export interface More {
  readonly shown: number
  /** How many the next step adds; 0 where all are shown. */
  readonly next: number
  /** How many are not shown. */
  readonly left: number
  readonly more: () => void
}

/**
 * Shows the first `first` of `total` things, and `step` more each time that somebody asks.
 *
 * @param pace - how many of those are added for each picture, so that the page answers meanwhile; all at once unless given.
 */
export function useMore(total: number, first: number, step: number, pace = Infinity): More {
  const [limit, setLimit] = useState(first)
  const [reached, setReached] = useState(first)
  const next = Math.min(limit, reached + pace)
  useEffect(() => {
    if (reached >= limit) return
    const picture = requestAnimationFrame(() => setReached(next))
    return () => cancelAnimationFrame(picture)
  }, [reached, limit])
  const shown = Math.min(total, reached)
  const left = total - shown
  const more = (): void => {
    setLimit(limit + step)
    setReached(Math.min(limit + step, reached + pace))
  }
  return { shown, left, next: Math.min(step, left), more }
}
