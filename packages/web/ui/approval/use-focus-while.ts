import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** What somebody types in. */
const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]'

/** Whether somebody types in a field: what was written for the agent is sent, and the field waits empty for more. */
function isTypedIn(element: HTMLElement): boolean {
  if (!element.matches(fields)) return false
  const isIdle = element instanceof HTMLTextAreaElement && (element.value === '' || element.readOnly)
  return !(isIdle && element.matches('[data-yields]'))
}

/** So long after a field went away somebody may still be typing what was meant for it. In milliseconds. */
const typingOnMs = 5_000

/** What came once is there again when another part of the page is shown, and takes the focus from nothing then. */
const met = new Set<string>()

/**
 * Moves the focus to what came and waits, unless somebody is typing elsewhere, and back to where it was once nothing waits.
 *
 * @param root - what holds it; the focus goes to the first element in it that has a `data-request`.
 * @param id - names what waits.
 * @param wasAnsweredHere - whether that went away because it was answered here, and not under the hand of who typed.
 * @returns whether a field in it in which somebody typed has just gone.
 */
export function useFocusWhile(
  root: RefObject<HTMLElement | null>,
  id: string | undefined,
  wasAnsweredHere: (id: string) => boolean,
): () => boolean {
  const cameFrom = useRef<HTMLElement | undefined>(undefined)
  const typedIn = useTypedIn(root)
  const lostAt = useRef(-Infinity)
  const before = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const holder = root.current
    if (holder === null) return
    const wasTaken = before.current !== undefined && !wasAnsweredHere(before.current)
    if (wasTaken && typedIn.current?.isConnected === false) lostAt.current = performance.now()
    before.current = id
    typedIn.current = undefined
    if (id === undefined) {
      leaveFor(holder, cameFrom.current)
      cameFrom.current = undefined
      return
    }
    const isKnown = met.has(id)
    met.add(id)
    const outside = focusOutside(holder)
    const isTyping =
      (outside !== undefined && isTypedIn(outside)) || document.querySelector('dialog:modal') !== null
    if (isTyping || (isKnown && outside !== undefined)) return
    if (outside !== undefined) cameFrom.current = outside
    holder.querySelector<HTMLElement>('[data-request]')?.focus({ preventScroll: true })
  }, [id])
  return () => performance.now() - lostAt.current < typingOnMs
}

/** What has the focus, where that is something outside of the holder. */
function focusOutside(holder: HTMLElement): HTMLElement | undefined {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body || holder.contains(active))
    return undefined
  return active
}

/** Gives the focus back, unless somebody took it elsewhere meanwhile. */
function leaveFor(holder: HTMLElement, cameFrom: HTMLElement | undefined): void {
  if (focusOutside(holder) === undefined && cameFrom?.isConnected === true)
    cameFrom.focus({ preventScroll: true })
}

/** The field in which somebody types, as long as the focus went nowhere else: one that is taken away keeps its place here. */
function useTypedIn(root: RefObject<HTMLElement | null>): { current: Element | undefined } {
  const typedIn = useRef<Element | undefined>(undefined)
  useEffect(() => {
    const focused = ({ target }: FocusEvent): void => {
      const isField =
        target instanceof Element && target.matches(fields) && root.current?.contains(target) === true
      typedIn.current = isField ? target : undefined
    }
    document.addEventListener('focusin', focused)
    return () => document.removeEventListener('focusin', focused)
  }, [])
  return typedIn
}
