import type { Card } from '@millrace/cards'
import type { JSX } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { CardView } from '../card/card-view.tsx'
import { SceneContext, sceneOf } from '../card/scene.ts'
import { RunBar } from '../kit/run-bar.tsx'
import { CanonicalValue } from '../session/details/canonical-value.tsx'
import { recordIn } from '../session/details/call-index.ts'
import { ModelView } from '../session/details/model-view.tsx'
import type { OpenSession } from '../session/store/open-session.ts'
import { useShownSession } from '../session/store/shown-sessions.ts'
import { toolsWords } from './words.ts'

/** What came of a call, in the three forms in which it exists: as a model reads it, as people see it, as programs get it. */
export function CallResult({
  session,
  isFresh,
}: {
  readonly session: OpenSession
  /** It was made just now, so that it is looked for. */
  readonly isFresh: boolean
}): JSX.Element {
  const words = toolsWords.value
  const section = useRef<HTMLElement>(null)
  useShownSession(session.id)
  const [card] = session.view.value.cards
  useEffect(() => {
    if (isFresh) section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} class="tools-result" aria-label={words.result}>
      <RunBar session={session} />
      {card === undefined ? (
        <p class="kit-quiet">{words.starting}</p>
      ) : (
        <Views session={session} card={card} />
      )}
    </section>
  )
}

function Views({ session, card }: { readonly session: OpenSession; readonly card: Card }): JSX.Element {
  const words = toolsWords.value
  const result = recordIn(session, card.callId)?.result
  const scene = useMemo(() => sceneOf(session), [session])
  const pending = <p class="kit-quiet">{card.status === 'waiting' ? words.waiting : words.pending}</p>
  return (
    <div class="tools-views">
      <section>
        <h4>{words.cardView}</h4>
        <SceneContext.Provider value={scene}>
          <CardView card={card} />
        </SceneContext.Provider>
      </section>
      <section>
        <h4>{words.modelView}</h4>
        {result === undefined ? pending : <ModelView content={result.content} />}
      </section>
      <section>
        <h4>{words.rawValue}</h4>
        {result === undefined ? pending : <CanonicalValue session={session.id} callId={card.callId} />}
      </section>
      <p class="visually-hidden" role="status">
        {result === undefined ? '' : words.ended(card.status)}
      </p>
    </div>
  )
}
