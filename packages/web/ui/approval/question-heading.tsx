import { cutMiddle, type CardDrawing } from '@millrace/cards'
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
  readonly isUnfolded: boolean
  /** Folds it; absent while it cannot be. */
  readonly onFold?: (() => void) | undefined
}

/** What is asked, of which tool and session, and the place among the questions that wait. */
export function QuestionHeading({
  question,
  drawing,
  isUnfolded,
  onFold,
  ...place
}: QuestionHeadingProps): JSX.Element {
  return (
    <header class="asked-head">
      <h2 id="asked-title">
        <span aria-hidden="true">? </span>
        {titleOf(question.kind)}
      </h2>
      <span class="asked-verb">
        <RowSpans row={[drawing.icon]} /> {drawing.verb}
      </span>
      {!isUnfolded && <Subject drawing={drawing} />}
      {drawing.facts.map((fact, index) => (
        <span key={index} class="asked-quiet">
          <RowSpans row={fact} />
        </span>
      ))}
      <SessionLink session={question.session} callId={question.callId} />
      <span class="asked-moves">
        <StackMoves {...place} />
        {onFold !== undefined && (
          <button type="button" class="asked-small" aria-expanded={true} onClick={onFold}>
            {words.value.hide}
          </button>
        )}
      </span>
    </header>
  )
}

/** No screen is wider. In columns. */
const longestSubject = 240

/** What the call is about, as far as one line goes. */
function Subject({ drawing: { object } }: { readonly drawing: CardDrawing }): JSX.Element | null {
  const text = object.map((span) => span.text).join('')
  return text === '' ? null : <code class="asked-subject">{cutMiddle(text, longestSubject, '…')}</code>
}

/** What is asked, in a few words. */
export function titleOf(kind: AskedQuestion['kind']): string {
  const { mayCall, mayReach, mayStep } = words.value
  return { call: mayCall, host: mayReach, step: mayStep }[kind]
}
