import type { JSX } from 'preact'
import { useCopy } from './use-copy.ts'
import { kitWords } from './words.ts'
import './kit.css'

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
  const [said, copy] = useCopy(text)
  const words = kitWords.value
  const shown = label ?? words.copy
  return (
    <span class="kit-copy">
      <button type="button" class="kit-button" aria-label={describedAs} onClick={copy}>
        {said.value === 'copied' ? words.copied : shown}
      </button>
      <span role="status" class={said.value === 'notCopied' ? 'kit-copy-failed' : 'visually-hidden'}>
        {said.value === 'copied' ? words.copied : said.value === 'notCopied' ? words.notCopied : ''}
      </span>
    </span>
  )
}
