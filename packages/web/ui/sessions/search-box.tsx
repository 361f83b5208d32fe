import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { isComposing } from '../kit/is-composing.ts'
import { useKeys } from '../app/keys.ts'
import { appWords } from '../app/words.ts'
import { words as wanted } from './found.ts'
import { sessionsWords } from './words.ts'

/** The field for what is searched for in all sessions. */
export function SearchBox(): JSX.Element {
  const words = sessionsWords.value
  const field = useRef<HTMLInputElement>(null)
  useKeys(
    { 'g /': () => field.current?.focus() },
    { label: appWords.value.everywhere, words: { 'g /': words.search }, ofPage: true },
  )
  return (
    <search class="sessions-search">
      <input
        ref={field}
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        autocomplete="off"
        spellcheck={false}
        value={wanted.value}
        onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event)) return
          event.stopPropagation()
          if (wanted.value === '') event.currentTarget.blur()
          wanted.value = ''
        }}
      />
    </search>
  )
}
