import { show, type CardDrawing } from '@millrace/cards'
import type { AskedQuestion } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { addressOf, route } from '../app/route.ts'
import { RowSpans } from '../card/row-spans.tsx'
import { words } from './words.ts'

/** A question, and its place among those that wait. */
export interface QuestionHeadingProps {
  readonly question: AskedQuestion
  readonly drawing: CardDrawing
  /** From 0. */
  readonly at: number
  readonly all: number
  /** Looks at another one. */
  readonly onMove: (by: 1 | -1) => void
}

/** As much of an id as people compare. */
const shownDigits = 8

/** What is asked, of which tool and session, and the place among the questions that wait. */
export function QuestionHeading({ question, drawing, at, all, onMove }: QuestionHeadingProps): JSX.Element {
  const { session, callId, kind } = question
  const shown = route.value.page === 'session' ? route.value.id : undefined
  const { position, previous, next, otherSession, openSession } = words.value
  return (
    <header class="asked-head">
      <h2 id="asked-title">
        <span aria-hidden="true">? </span>
        {titleOf(kind)}
      </h2>
      <span class="asked-verb">
        <RowSpans row={[drawing.icon]} /> {drawing.verb}
      </span>
      {drawing.facts.map((fact, index) => (
        <span key={index} class="asked-quiet">
          <RowSpans row={fact} />
        </span>
      ))}
      {session !== undefined && session !== shown && (
        <a
          href={addressOf({ page: 'session', id: session, ...(callId !== undefined && { callId }) })}
          title={openSession}
        >
          {otherSession(show(session.slice(0, shownDigits)))}
        </a>
      )}
      {all > 1 && (
        <span class="asked-stack">
          <button type="button" class="asked-small" aria-label={previous} onClick={() => onMove(-1)}>
            ‹
          </button>
          <span>{position(at + 1, all)}</span>
          <button type="button" class="asked-small" aria-label={next} onClick={() => onMove(1)}>
            ›
          </button>
        </span>
      )}
    </header>
  )
}

/** What is asked, in a few words. */
export function titleOf(kind: AskedQuestion['kind']): string {
  const { mayCall, mayReach, mayStep } = words.value
  return { call: mayCall, host: mayReach, step: mayStep }[kind]
}
