import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { endAsked } from './to-end.ts'
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
 * too. Who scrolls up leaves it; whatever changes its size, or that of the place for it, does not.
 *
 * @param isHeld - somebody unfolds something: the end goes where it goes.
 * @param session - the id of that whose rows they are.
 */
export function useEnd(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: RowVirtualizer,
  count: number,
  isHeld: boolean,
  session: string,
): End {
  const [isAt, setAt] = useState(true)
  const follows = useRef(true)
  const wasHeld = useRef(false)
  const last = useRef<Sizes>({ scrollTop: 0, scrollHeight: 0, clientHeight: 0 })
  const seen = useRef(count)
  if (isAt) seen.current = count
  // A picture may be drawn between a scroll and the word of it.
  const notice = (element: HTMLElement): void => {
    if (below(element) <= endThreshold) follows.current = true
    else if (isScrolledUp(last.current, element)) follows.current = false
    last.current = sizesOf(element)
  }
  const follow = (): void => {
    const element = scroller.current
    if (element === null || !follows.current || wasHeld.current) return
    notice(element)
    if (!follows.current || below(element) < 1) return
    // By nobody else: it would take its own place for the true one, and go back to it.
    virtualizer.scrollToEnd()
    last.current = sizesOf(element)
  }
  useLayoutEffect(() => {
    if (wasHeld.current && !isHeld && scroller.current !== null) {
      follows.current = below(scroller.current) <= endThreshold
      setAt(follows.current)
    }
    wasHeld.current = isHeld
    follow()
  })
  useWatched(scroller, follow, (element) => {
    notice(element)
    setAt(follows.current)
  })
  const go = (): void => {
    if (scroller.current === null) return
    follows.current = true
    last.current = sizesOf(scroller.current)
    follow()
    setAt(true)
  }
  useAsked(session, go)
  return { isAt, added: Math.max(0, count - seen.current), go }
}

/** Tells when an element got another size, and when it was scrolled. What it calls is that of the first drawing. */
function useWatched(
  scroller: RefObject<HTMLDivElement | null>,
  resize: () => void,
  scroll: (element: HTMLElement) => void,
): void {
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = (): void => scroll(element)
    const resized = new ResizeObserver(resize)
    element.addEventListener('scroll', look, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [])
}

/** Goes where somebody asks for the end of a session. */
function useAsked(session: string, go: () => void): void {
  const asked = endAsked.value
  const answered = useRef(asked)
  useLayoutEffect(() => {
    if (asked === answered.current) return
    answered.current = asked
    if (asked?.session === session) go()
  }, [asked])
}

type Sizes = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

function sizesOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Sizes {
  return { scrollTop, scrollHeight, clientHeight }
}

/** Whether somebody scrolled up: a browser does, too, where a list became shorter or the place for it higher, by so much. */
function isScrolledUp(before: Sizes, now: Sizes): boolean {
  const shorter = Math.max(0, before.scrollHeight - now.scrollHeight)
  const higher = Math.max(0, now.clientHeight - before.clientHeight)
  return now.scrollTop < before.scrollTop - shorter - higher - 1
}

/** How many pixels are below what can be seen. */
function below(element: HTMLElement): number {
  return element.scrollHeight - element.scrollTop - element.clientHeight
}
