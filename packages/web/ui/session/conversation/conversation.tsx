import { useEffect, useMemo } from 'preact/hooks'
import { showDetails } from '../../app/panels.ts'
import { SceneContext, sceneOf } from '../../card/scene.ts'
import type { OpenSession } from '../store/open-session.ts'
import { conversationState, type ConversationState } from './conversation-state.ts'
import { noFilter, withinFilter } from './filter.ts'
import { RowScroller } from './row-scroller.tsx'
import { Toolbar } from './toolbar.tsx'
import { conversationWords } from './words.ts'
import './conversation.css'

/** Everything that was said and done in a session. */
export function Conversation({ session }: { readonly session: OpenSession }) {
  return <OneConversation key={session.id} session={session} />
}

function OneConversation({ session }: { readonly session: OpenSession }) {
  const state = useMemo(() => conversationState(session), [session])
  useEffect(() => () => state.close(), [state])
  const filter = state.filter.value
  const scene = useMemo(
    () =>
      sceneOf(session, {
        toggle: (card) => state.toggle(card),
        togglePart: (part) => state.togglePart(part),
        only: withinFilter(filter),
        details: (callId) => {
          session.focused.value = callId
          showDetails(true)
        },
      }),
    [session, state, filter],
  )
  return (
    <SceneContext.Provider value={scene}>
      <section class="conversation" aria-label={conversationWords.value.conversation}>
        <Toolbar state={state} />
        <Notice state={state} />
        <RowScroller state={state} />
      </section>
    </SceneContext.Provider>
  )
}

/** What is to be known of the rows: that more of them come, or why there are none. */
function Notice({ state }: { readonly state: ConversationState }) {
  const words = conversationWords.value
  const phase = state.session.phase.value
  const isEmpty = state.rows.value.length === 0
  if (phase === 'opening') return <p class="conversation-note">{words.opening}</p>
  if (phase === 'tail')
    return (
      <p class="conversation-note" role="status">
        {words.tail}
      </p>
    )
  if (isEmpty) return <p class="conversation-note">{words.nothing}</p>
  if (state.shown.value.length > 0) return null
  return (
    <p class="conversation-note">
      {words.nothingShown}{' '}
      <button type="button" onClick={() => (state.filter.value = noFilter)}>
        {words.showAll}
      </button>
    </p>
  )
}
