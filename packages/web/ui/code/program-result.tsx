import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { CardView } from '../card/card-view.tsx'
import { SceneContext, sceneOf, type CardScene } from '../card/scene.ts'
import { RunBar } from '../kit/run-bar.tsx'
import { Section } from '../kit/section.tsx'
import { recordIn } from '../session/details/call-index.ts'
import { CanonicalValue } from '../session/details/canonical-value.tsx'
import type { OpenSession } from '../session/store/open-session.ts'
import { useShownSession } from '../session/store/shown-sessions.ts'
import { codeWords } from './words.ts'

/** What came of a program: its calls as a tree, what it said, what it returned. */
export function ProgramResult({ session }: { readonly session: OpenSession }): JSX.Element {
  const words = codeWords.value
  useShownSession(session.id)
  const scene = useMemo(() => rootOpen(session), [session])
  const [card] = session.view.value.cards
  const result = card && recordIn(session, card.callId)?.result
  return (
    <section class="code-result" aria-label={words.result}>
      <h2>{words.result}</h2>
      <RunBar session={session} />
      {card === undefined ? (
        <p class="kit-quiet">{words.starting}</p>
      ) : (
        <>
          <SceneContext.Provider value={scene}>
            <CardView card={card} />
          </SceneContext.Provider>
          <Section id="program-value" title={words.value} startsOpen={false}>
            {result === undefined ? (
              <p class="kit-quiet">{words.pending}</p>
            ) : (
              <CanonicalValue session={session.id} callId={card.callId} />
            )}
          </Section>
        </>
      )}
      <p class="visually-hidden" role="status">
        {result === undefined || card === undefined ? '' : words.ended(card.status)}
      </p>
    </section>
  )
}

/** The program itself begins unfolded: it is all that there is. */
function rootOpen(session: OpenSession): CardScene {
  const { unfolded, view } = session
  return sceneOf(session, {
    isOpen: (card) => {
      const isRoot = card.callId === view.value.cards[0]?.callId
      return isRoot !== unfolded.isOpen({ ...card, status: isRoot ? 'done' : card.status })
    },
  })
}
