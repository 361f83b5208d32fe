import { options } from 'preact'

type Debounce = (draw: () => void) => void

/** Makes a change and draws what comes of it at once, before the browser shows the next picture. */
export function flushed(change: () => void): void {
  const held: { debounceRendering?: Debounce } = options
  const { debounceRendering: before } = held
  let draw: (() => void) | undefined
  held.debounceRendering = (drawing) => {
    draw = drawing
  }
  try {
    change()
    draw?.()
  } finally {
    if (before === undefined) delete held.debounceRendering
    else held.debounceRendering = before
  }
}
