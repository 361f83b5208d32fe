import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { closeToast, toasts } from './toasts.ts'
import { appWords } from './words.ts'

/** What is told in passing. The list is always there, so that it is read out from the first one on. */
export function ToastList(): JSX.Element {
  const words = appWords.value
  return (
    <section class="app-toasts" aria-live="polite" aria-label={words.messages}>
      {toasts.value.map(({ id, text, kind }) => (
        <p key={id} class={`app-toast app-toast-${kind}`}>
          <span>{escapeVisible(text, { lines: true })}</span>
          <button
            type="button"
            class="app-icon-button"
            aria-label={words.close}
            onClick={() => closeToast(id)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </p>
      ))}
    </section>
  )
}
