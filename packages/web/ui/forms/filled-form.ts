import { effect, signal, type Signal } from '@preact/signals'
import type { AnswerForm, AskedForm, FormOutcome, FormQuestion } from '@millrace/web/wire'
import { addressPart } from '../api/address-part.ts'
import { post } from '../api/api.ts'
import { toast } from '../app/toasts.ts'
import { forms } from '../desk/desk.ts'
import { deed, type Deed } from '../kit/deed.ts'
import { words } from './words.ts'

/** What a person has filled into one question so far. */
export interface FilledQuestion {
  readonly chosen: Signal<readonly string[]>
  readonly text: Signal<string>
}

/** A form as far as it is filled in, for as long as it waits. */
export interface FilledForm {
  readonly questions: readonly FilledQuestion[]
  readonly sending: Deed<[answer: AnswerForm]>
  /** Whether the server could not read the answer. */
  readonly isMalformed: Signal<boolean>
}

const filled = new Map<string, FilledForm>()

/** Forms that ended, though the desk may not have said so yet. */
export const over: Signal<ReadonlySet<string>> = signal(new Set())

/** What is filled into a form, the same for as long as it waits. */
export function filledForm(form: AskedForm): FilledForm {
  const known = filled.get(form.formId)
  if (known !== undefined) return known
  const isMalformed = signal(false)
  const sending = deed(async (answer: AnswerForm) => {
    isMalformed.value = false
    const path = `/api/forms/${addressPart(form.formId)}/answer`
    const { receipt } = await post<FormOutcome>(path, answer)
    if (receipt === 'malformed') isMalformed.value = true
    else over.value = new Set(over.value).add(form.formId)
    if (receipt === 'already-decided') toast(words.value.decided)
  })
  const questions = form.questions.map(({ byDefault }) => ({ chosen: signal(byDefault), text: signal('') }))
  const made = { questions, sending, isMalformed }
  filled.set(form.formId, made)
  return made
}

effect(() => {
  const waiting = new Set(forms.value.map(({ formId }) => formId))
  for (const id of filled.keys()) if (!waiting.has(id)) filled.delete(id)
})

/** Chooses an option, or takes that back. Of a question with one answer, words of one's own take its place. */
export function choose({ chosen, text }: FilledQuestion, { multiple }: FormQuestion, label: string): void {
  if (!multiple) {
    chosen.value = [label]
    text.value = ''
    return
  }
  const isChosen = chosen.value.includes(label)
  chosen.value = isChosen ? chosen.value.filter((each) => each !== label) : [...chosen.value, label]
}

/** Writes words of one's own. */
export function write({ chosen, text }: FilledQuestion, { multiple }: FormQuestion, words: string): void {
  text.value = words
  if (!multiple && words.trim() !== '') chosen.value = []
}

/** The answer as it is sent. */
export function answerOf({ questions }: FilledForm): AnswerForm {
  return {
    kind: 'answered',
    answers: questions.map(({ chosen, text }) => {
      const own = text.value.trim()
      return own === '' ? { chosen: chosen.value } : { chosen: chosen.value, text: own }
    }),
  }
}

/** Whether each question has an answer. */
export function isComplete({ questions }: FilledForm): boolean {
  return questions.every(({ chosen, text }) => chosen.value.length > 0 || text.value.trim() !== '')
}
