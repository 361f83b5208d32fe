import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { endThreshold, type RowVirtualizer } from './use-virtualizer.ts'

/** Where a reader is, as seen from the end of a list. */
export interface End {
  readonly isAt: boolean
  /** Rows that came since somebody left the end. */
  readonly added: number
  readonly go: () => void
}

/**
 * Keeps the end of a list in view for as long as it is read: whatever grows, and when the place for the list becomes smaller,
 * too. Who scrolls up leaves it.
 *
 * @param isHeld - somebody unfolds something: the end goes where it goes.
 */
export function useEnd(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: RowVirtualizer,
  count: number,
  isHeld: boolean,
): End {
  const [isAt, setAt] = useState(true)
  const follows = useRef(true)
  const wasHeld = useRef(false)
  const top = useRef(0)
  const seen = useRef(count)
  if (isAt) seen.current = count
  // A picture may be drawn between a scroll and the word of it.
  const notice = (element: HTMLElement): void => {
    if (below(element) <= endThreshold) follows.current = true
    else if (element.scrollTop < top.current - 1) follows.current = false
    top.current = element.scrollTop
  }
  const follow = (): void => {
    const element = scroller.current
    if (element === null || !follows.current || wasHeld.current) return
    notice(element)
    if (!follows.current || below(element) < 1) return
    // By nobody else: it would take its own place for the true one, and go back to it.
    virtualizer.scrollToEnd()
    top.current = element.scrollTop
  }
  useLayoutEffect(() => {
    if (wasHeld.current && !isHeld && scroller.current !== null) {
      follows.current = below(scroller.current) <= endThreshold
      setAt(follows.current)
    }
    wasHeld.current = isHeld
    follow()
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = (): void => {
      notice(element)
      setAt(follows.current)
    }
    const resized = new ResizeObserver(follow)
    element.addEventListener('scroll', look, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [])
  const go = (): void => {
    if (scroller.current === null) return
    follows.current = true
    top.current = scroller.current.scrollTop
    follow()
  }
  return { isAt, added: Math.max(0, count - seen.current), go }
}

/** How many pixels are below what can be seen. */
function below(element: HTMLElement): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight
}
