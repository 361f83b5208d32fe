import type { Highlight } from '@millrace/cards'
import { signal } from '@preact/signals'

const loaded = signal<Highlight | undefined>(undefined)
let isAsked = false

/** What colours programs, as soon as it is there; the first who reads it has it loaded. Until then programs are plain. */
export function highlightWhenLoaded(): Highlight | undefined {
  if (!isAsked) {
    isAsked = true
    import('@millrace/cards/highlight').then(
      ({ highlighter }) => {
        loaded.value = highlighter()
      },
      () => {
        // Colours are no necessity: the next card that is drawn asks again.
        isAsked = false
      },
    )
  }
  return loaded.value
}
