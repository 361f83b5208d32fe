import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { flushed } from './flushed.ts'
import type { Row } from './row.ts'

/** How near to its end somebody reads the end of a list, in pixels. */
export const endThreshold = 32
/** Rows that are drawn above and below what can be seen. */
const overscan = 4
/** Heights in pixels that rows are thought to have before they are drawn. */
const guess = { call: 72, lines: 22, rest: 44 }
const unitsPerLine = 90
const mostLines = 60

export type RowVirtualizer = Virtualizer<HTMLDivElement, HTMLDivElement>

/**
 * The rows of a long list that are near to what can be seen. Rows are measured as they are; what is read stays where it is
 * when something above it changes.
 *
 * @param kept - the index of a row that is always there, such as that with the focus.
 * @param isHeld - whether the end does not stay in view for now.
 */
export function useVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  kept: number,
  isHeld: boolean,
): RowVirtualizer {
  const [, count] = useState(0)
  const draw = (): void => count((times) => times + 1)
  const isDrawing = useRef(false)
  const latest = useRef(rows)
  const isSame = haveSameKeys(latest.current, rows)
  latest.current = rows
  const tellOffset = useRef<(offset: number, isScrolling: boolean) => void>(() => {})
  const keys = useRef(0)
  if (!isSame) keys.current++
  // Another function makes the virtualizer look at all keys again, which is not needed when a row only grows.
  const getItemKey = useCallback((index: number) => latest.current[index]?.key ?? index, [keys.current])
  const estimateSize = useCallback((index: number) => guessOf(latest.current[index]), [])
  const options: VirtualizerOptions<HTMLDivElement, HTMLDivElement> = {
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize,
    // Until the browser says where that is: the end.
    initialOffset: 2 ** 30,
    overscan,
    anchorTo: 'end',
    scrollEndThreshold: isHeld ? -1 : endThreshold,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset: (instance, tell) => {
      tellOffset.current = tell
      return observeElementOffset(instance, tell)
    },
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (kept < 0 || kept >= rows.length || indexes.includes(kept)) return indexes
      return [...indexes, kept].toSorted((a, b) => a - b)
    },
    onChange: (_, isUrgent) => (isUrgent && !isDrawing.current ? flushed(draw) : draw()),
  }
  // Rows are measured when they come into the page, in the midst of a drawing: another one within it would lose its effects.
  isDrawing.current = true
  const [virtualizer] = useState(() => new Virtualizer(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => {
    isDrawing.current = false
  })
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    // A list that can be seen as a whole never scrolls to its end, and no browser would say where it is.
    const last = element.scrollHeight - element.clientHeight
    if ((virtualizer.scrollOffset ?? 0) > last + 1) tellOffset.current(element.scrollTop, false)
  })
  return virtualizer
}

function haveSameKeys(before: readonly Row[], now: readonly Row[]): boolean {
  return (
    before === now || (before.length === now.length && now.every(({ key }, at) => key === before[at]!.key))
  )
}

function guessOf(row: Row | undefined): number {
  if (row === undefined || row.card !== undefined) return guess.call
  const { item } = row
  if (item.kind !== 'user' && item.kind !== 'assistant') return guess.rest
  const lines = Math.min(mostLines, Math.ceil(item.text.length / unitsPerLine))
  return guess.rest + lines * guess.lines
}
