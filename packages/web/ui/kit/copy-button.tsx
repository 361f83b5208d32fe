import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { kitWords } from './words.ts'
import './kit.css'

/** For how long a button says that it has copied. */
const saidMs = 1_600

/** Copies a text exactly as it is; `text` is asked for it when the button is pressed. */
export function CopyButton({
  text,
  label,
  describedAs,
}: {
  readonly text: () => string
  /** Words on the button, in place of `Copy`. */
  readonly label?: string
  /** What is copied, where the words on the button do not say it. */
  readonly describedAs?: string
}): JSX.Element {
  const said = useSignal<'copied' | 'failed' | undefined>(undefined)
  useEffect(() => {
    if (said.value === undefined) return
    const timer = setTimeout(() => (said.value = undefined), saidMs)
    return () => clearTimeout(timer)
  }, [said.value])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text())
      said.value = 'copied'
    } catch {
      said.value = 'failed'
    }
  }
  const words = kitWords.value
  const shown = label ?? words.copy
  return (
    <span class="kit-copy">
      <button type="button" class="kit-button" aria-label={describedAs} onClick={() => void copy()}>
        {said.value === 'copied' ? words.copied : shown}
      </button>
      <span role="status" class={said.value === 'failed' ? 'kit-copy-failed' : 'visually-hidden'}>
        {said.value === 'copied' ? words.copied : said.value === 'failed' ? words.notCopied : ''}
      </span>
    </span>
  )
}
