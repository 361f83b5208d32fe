import { show } from '@millrace/cards'
import type { AskedForm } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { SessionLink } from '../approval/session-link.tsx'
import { StackMoves, type StackPlace } from '../approval/stack-moves.tsx'
import { useArmed } from '../approval/use-armed.ts'
import { answerOf, filledForm, isComplete, type FilledForm } from './filled-form.ts'
import { QuestionFields } from './question-fields.tsx'
import { words } from './words.ts'

interface FormPanelProps extends StackPlace {
  readonly form: AskedForm
  /** Whether a field in which somebody typed went away as it came. */
  readonly wasTyping: () => boolean
}

/** One form with all its questions. */
export function FormPanel({ form, wasTyping, ...place }: FormPanelProps): JSX.Element {
  const filled = filledForm(form)
  const isArmed = useArmed(form.formId, wasTyping)
  const isBusy = filled.sending.isUnderWay.value
  const canSend = isArmed && isComplete(filled) && !isBusy
  const submitted = (event: Event): void => {
    event.preventDefault()
    if (canSend) void filled.sending.start(answerOf(filled))
  }
  const dismiss = (): void => void (isArmed && !isBusy && filled.sending.start({ kind: 'dismissed' }))
  const { title, titles, send } = words.value
  return (
    <form
      class="desk-form"
      tabIndex={-1}
      data-request={form.formId}
      aria-labelledby="desk-form-title"
      onSubmit={submitted}
    >
      <header class="desk-form-head">
        <h2 id="desk-form-title">
          <span aria-hidden="true">? </span>
          {form.questions.length > 1 ? titles : title}
        </h2>
        <SessionLink session={form.session} callId={form.callId} />
        <StackMoves {...place} />
      </header>
      <div class="desk-form-questions">
        {form.questions.map((question, index) => (
          <QuestionFields
            key={index}
            name={`${form.formId}-${index}`}
            question={question}
            filled={filled.questions[index]!}
          />
        ))}
      </div>
      <div class="desk-form-row">
        <button type="submit" class="desk-form-button desk-form-send" aria-disabled={!canSend}>
          {send}
        </button>
        <button type="button" class="desk-form-button" aria-disabled={isBusy || !isArmed} onClick={dismiss}>
          {words.value.dismiss}
        </button>
        <FormNote filled={filled} />
      </div>
    </form>
  )
}

/** Where the answer is. */
function FormNote({ filled: { sending, isMalformed } }: { readonly filled: FilledForm }): JSX.Element | null {
  const { sending: sendingWords, notSent, malformed } = words.value
  if (sending.isUnderWay.value) {
    return (
      <span class="desk-form-quiet" role="status">
        {sendingWords}
      </span>
    )
  }
  const why = isMalformed.value ? malformed : sending.problem.value?.message
  if (why === undefined) return null
  return (
    <span class="desk-form-problem" role="alert">
      {notSent(show(why))}
    </span>
  )
}
