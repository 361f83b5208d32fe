import { count } from '@millrace/cards'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { kitWords } from './words.ts'
import './kit.css'

/** How many characters are shown before somebody asks for the rest. */
const atFirst = 20_000

/** A text in lines that is safe to show already; of a very long one only the start, until somebody asks for the rest. */
export function Cut({ text }: { readonly text: string }): JSX.Element {
  const isWhole = useSignal(text.length <= atFirst)
  const end = /[\ud800-\udbff]/.test(text[atFirst - 1] ?? '') ? atFirst - 1 : atFirst
  return (
    <>
      <pre class="kit-code" tabIndex={0}>
        {isWhole.value ? text : `${text.slice(0, end)}…`}
      </pre>
      {!isWhole.value && (
        <button type="button" class="kit-button" onClick={() => (isWhole.value = true)}>
          {kitWords.value.moreCharacters(count(text.length - end))}
        </button>
      )}
    </>
  )
}
