import { useSignalEffect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ConversationState } from '../conversation-state.ts'
import { mark, rangesIn } from './marks.ts'
import { unfoldFor } from './unfold-for.ts'

/** Levels that are unfolded at most to come to a place. */
const deepest = 4

/**
 * Marks the places in the rows that are there, again whenever they change; those of the row that was gone to stand out, are
 * unfolded and brought into view.
 */
export function useMarks(state: ConversationState, scroller: RefObject<HTMLDivElement | null>): void {
  const { search } = state
  const unfoldings = useRef(0)
  const marked = (): void => {
    const element = scroller.current
    const sought = search.sought.peek()
    if (element === null || sought === undefined) return clear()
    const ranges = rangesIn(element, sought)
    mark('found', ranges)
    const index = state.shown.peek().findIndex(({ key }) => key === search.here.peek())
    const own = element.querySelector(`[data-index="${index}"]`)
    if (own === null) return mark('found-here', [])
    const here = ranges.filter(({ startContainer }) => own.contains(startContainer))
    mark('found-here', here)
    if (unfoldings.current <= 0) return
    const [first] = here
    if (first !== undefined) {
      unfoldings.current = 0
      first.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    } else if (!unfoldFor(state.shown.peek()[index]!, sought, state)) unfoldings.current = 0
    else unfoldings.current--
  }
  const latest = useRef(marked)
  latest.current = marked
  useSignalEffect(() => {
    unfoldings.current = search.here.value !== undefined && search.sought.value !== undefined ? deepest : 0
    latest.current()
  })
  useEffect(
    () => (scroller.current === null ? undefined : onChange(scroller.current, () => latest.current())),
    [],
  )
}

function clear(): void {
  mark('found', [])
  mark('found-here', [])
}

/** Calls once for each picture in which something within an element changed. @returns what ends that. */
function onChange(element: HTMLElement, call: () => void): () => void {
  let frame = 0
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(call)
  })
  observer.observe(element, { subtree: true, childList: true, characterData: true })
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    clear()
  }
}
