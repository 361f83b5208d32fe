import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

/** Rows of which only those near the visible part are in the page. Their heights are known, in rem. */
export function RowList<Row extends { readonly key: string }>(props: {
  readonly label: string
  readonly rows: readonly Row[]
  readonly heightOf: (row: Row) => number
  readonly draw: (row: Row) => JSX.Element
}): JSX.Element {
  const { label, rows, heightOf, draw } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { from, to, look } = useWindow(scroller)
  const starts = useMemo(() => startsOf(rows, heightOf), [rows])
  const rem = remPixels()
  const first = Math.max(0, rowAt(starts, from / rem) - beyond)
  const last = Math.min(rows.length, rowAt(starts, to / rem) + 1 + beyond)
  const [focused, setFocused] = useState<string | undefined>(undefined)
  // A row that has the focus stays, or the focus would be lost.
  const shown = rows.flatMap((row, index) =>
    (index >= first && index < last) || row.key === focused ? [{ row, index }] : [],
  )
  return (
    <div ref={scroller} class="sessions-scroll" onScroll={look} onKeyDown={steppedBy}>
      <ul class="sessions-rows" aria-label={label} style={{ height: `${starts.at(-1) ?? 0}rem` }}>
        {shown.map(({ row, index }) => (
          <li
            key={row.key}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${starts[index]}rem)`, height: `${heightOf(row)}rem` }}
            onFocusIn={() => setFocused(row.key)}
          >
            {draw(row)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** So many rows above and below are there already when somebody scrolls. */
const beyond = 8

function startsOf<Row>(rows: readonly Row[], heightOf: (row: Row) => number): number[] {
  const starts = [0]
  for (const row of rows) starts.push(starts.at(-1)! + heightOf(row))
  return starts
}

/** The index of the row at a height. */
function rowAt(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}

function remPixels(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}

interface Window {
  /** In pixels. */
  readonly from: number
  readonly to: number
}

/** What is visible of something that scrolls. */
function useWindow(scroller: {
  readonly current: HTMLElement | null
}): Window & { readonly look: () => void } {
  const [window, setWindow] = useState<Window>({ from: 0, to: 1_000 })
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    setWindow({ from: scrollTop, to: scrollTop + clientHeight })
  }
  useLayoutEffect(look, [])
  useEffect(() => {
    const observer = new ResizeObserver(look)
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])
  return { ...window, look }
}

/** Arrow keys go from row to row. */
function steppedBy(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined || !(event.target instanceof HTMLElement)) return
  const row = event.target.closest('li')
  const next = by > 0 ? row?.nextElementSibling : row?.previousElementSibling
  const control = next?.querySelector<HTMLElement>('a, button')
  if (control === null || control === undefined) return
  event.preventDefault()
  control.focus()
}
