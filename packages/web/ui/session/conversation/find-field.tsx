import { useEffect, useRef } from 'preact/hooks'
import { useKeys } from '../../app/keys.ts'
import type { ConversationState } from './conversation-state.ts'
import { conversationWords } from './words.ts'

/** Finds words in the session: where they are, how often, and the next place. */
export function FindField({ state }: { readonly state: ConversationState }) {
  const field = useRef<HTMLInputElement>(null)
  const { search } = state
  const words = conversationWords.value
  const { keys, isAll } = search.found.value
  const isSought = search.sought.value !== undefined
  useKeys({ '/': () => field.current?.select() }, { label: words.keysLabel, words: { '/': words.keyFind } })
  /** Where somebody wants to go who was faster than the search. */
  const wanted = useRef<1 | -1 | undefined>(undefined)
  const go = (direction: 1 | -1): void => {
    const key = search.go(direction, behind(state))
    wanted.current = key === undefined ? direction : undefined
    if (key !== undefined) state.wanted.value = { key, align: 'center' }
  }
  useEffect(() => {
    if (wanted.current !== undefined && keys.length > 0) go(wanted.current)
  }, [keys])
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') {
      search.clear()
      field.current?.blur()
    } else return
    event.preventDefault()
  }
  return (
    <div class="find" role="search">
      <input
        ref={field}
        type="search"
        class="find-words"
        aria-label={words.find}
        placeholder={`${words.find}  /`}
        value={search.words.value}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          wanted.current = undefined
          search.here.value = undefined
          search.words.value = currentTarget.value
        }}
        onKeyDown={press}
      />
      {isSought && (
        <>
          <span class="find-place" role="status">
            {words.place(search.at, keys.length, isAll)}
          </span>
          <button type="button" aria-label={words.previous} title={words.previous} onClick={() => go(-1)}>
            ↑
          </button>
          <button type="button" aria-label={words.next} title={words.next} onClick={() => go(1)}>
            ↓
          </button>
        </>
      )}
    </div>
  )
}

/** Says of the keys of rows, one after the other, whether they stand behind the focus. */
function behind(state: ConversationState): (key: string) => boolean {
  const rows = state.shown.peek()
  const focused = state.focusedKey.peek()
  const at = focused === undefined ? 0 : rows.findIndex(({ key }) => key === focused)
  const later = new Set(rows.slice(Math.max(0, at)).map(({ key }) => key))
  return (key) => later.has(key)
}
