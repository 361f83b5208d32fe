import type { CardDrawing } from '@millrace/cards'
import type { AskedQuestion } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { RowSpans } from '../card/row-spans.tsx'
import { SessionLink } from './session-link.tsx'
import { StackMoves, type StackPlace } from './stack-moves.tsx'
import { words } from './words.ts'

/** A question, and its place among those that wait. */
export interface QuestionHeadingProps extends StackPlace {
  readonly question: AskedQuestion
  readonly drawing: CardDrawing
}

/** What is asked, of which tool and session, and the place among the questions that wait. */
export function QuestionHeading({ question, drawing, ...place }: QuestionHeadingProps): JSX.Element {
  return (
    <header class="asked-head">
      <h2 id="asked-title">
        <span aria-hidden="true">? </span>
        {titleOf(question.kind)}
      </h2>
      <span class="asked-verb">
        <RowSpans row={[drawing.icon]} /> {drawing.verb}
      </span>
      {drawing.facts.map((fact, index) => (
        <span key={index} class="asked-quiet">
          <RowSpans row={fact} />
        </span>
      ))}
      <SessionLink session={question.session} callId={question.callId} />
      <StackMoves {...place} />
    </header>
  )
}

/** What is asked, in a few words. */
export function titleOf(kind: AskedQuestion['kind']): string {
  const { mayCall, mayReach, mayStep } = words.value
  return { call: mayCall, host: mayReach, step: mayStep }[kind]
}
