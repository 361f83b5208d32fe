import { count } from '@millrace/cards'
import type { ConversationState } from './conversation-state.ts'
import { FindField } from './find-field.tsx'
import type { RowKind } from './row.ts'
import { conversationWords } from './words.ts'

/** Kinds in the order in which they are offered, and their signs. */
const kinds: readonly (readonly [RowKind, string])[] = [
  ['said', '¶'],
  ['read', '▤'],
  ['search', '⌕'],
  ['edit', '✎'],
  ['delete', '⌫'],
  ['move', '→'],
  ['execute', '❯'],
  ['fetch', '⇣'],
  ['other', '·'],
]

/** What of the conversation is shown, and how: it stays above the rows. */
export function Toolbar({ state }: { readonly state: ConversationState }) {
  const words = conversationWords.value
  const { unfolded } = state.session
  const { failures, waiting } = state.counts.value
  const { only } = state.filter.value
  const all = unfolded.all.value
  return (
    <div class="conversation-bar" role="toolbar" aria-label={words.toolbar}>
      <button type="button" aria-pressed={all} onClick={() => state.toggleAll()}>
        {all ? words.foldAll : words.expandAll}
      </button>
      <Only name="failures" isOn={only === 'failures'} number={failures} state={state} />
      <Only name="waiting" isOn={only === 'waiting'} number={waiting} state={state} />
      <Kinds state={state} />
      <Shown state={state} />
      <FindField state={state} />
    </div>
  )
}

interface OnlyProps {
  readonly name: 'failures' | 'waiting'
  readonly isOn: boolean
  readonly number: number
  readonly state: ConversationState
}

function Only({ name, isOn, number, state }: OnlyProps) {
  return (
    <button
      type="button"
      class={`only-${name}${number > 0 ? ' some' : ''}`}
      aria-pressed={isOn}
      onClick={() => state.toggleOnly(name)}
    >
      {conversationWords.value[name]} <span class="number">{count(number)}</span>
    </button>
  )
}

function Kinds({ state }: { readonly state: ConversationState }) {
  const words = conversationWords.value
  const { kinds: numbers } = state.counts.value
  const { kinds: chosen } = state.filter.value
  const there = kinds.filter(([kind]) => numbers[kind] !== undefined || chosen.has(kind))
  if (there.length < 2) return null
  return (
    <span class="kinds" role="group" aria-label={words.kinds}>
      {there.map(([kind, sign]) => (
        <button
          key={kind}
          type="button"
          title={words[kind]}
          aria-label={`${words[kind]} ${numbers[kind] ?? 0}`}
          aria-pressed={chosen.has(kind)}
          onClick={() => state.toggleKind(kind)}
        >
          <span aria-hidden="true">
            {sign} <span class="number">{count(numbers[kind] ?? 0)}</span>
          </span>
        </button>
      ))}
    </span>
  )
}

/** How many of all calls are shown, where some are not. */
function Shown({ state }: { readonly state: ConversationState }) {
  const { calls } = state.counts.value
  const shown = state.shownCalls.value
  return (
    <span class="calls-shown" role="status">
      {shown !== calls && conversationWords.value.calls(shown, calls)}
    </span>
  )
}
