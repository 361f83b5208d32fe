import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { closeToast, toastLasts, toasts, type Toast } from './toasts.ts'
import { appWords } from './words.ts'

/** What is told in passing. The list is always there, so that it is read out from the first one on. */
export function ToastList(): JSX.Element {
  return (
    <section class="app-toasts" aria-live="polite" aria-label={appWords.value.messages}>
      {toasts.value.map((each) => (
        <PassingToast key={each.id} {...each} />
      ))}
    </section>
  )
}

/** One of them, until its time is over. Whoever points at it or has the focus in it still reads. */
function PassingToast({ id, text, kind }: Toast): JSX.Element {
  const [isPointedAt, point] = useState(false)
  const [hasFocus, focus] = useState(false)
  useEffect(() => {
    const lasts = toastLasts[kind]
    if (isPointedAt || hasFocus || lasts === Infinity) return undefined
    const timer = setTimeout(() => closeToast(id), lasts)
    return () => clearTimeout(timer)
  }, [isPointedAt, hasFocus])
  return (
    <p
      class={`app-toast app-toast-${kind}`}
      onMouseEnter={() => point(true)}
      onMouseLeave={() => point(false)}
      onFocusIn={() => focus(true)}
      onFocusOut={() => focus(false)}
    >
      <span>{escapeVisible(text, { lines: true })}</span>
      <button
        type="button"
        class="app-icon-button"
        aria-label={appWords.value.close}
        onClick={() => closeToast(id)}
      >
        <span aria-hidden="true">×</span>
      </button>
    </p>
  )
}
