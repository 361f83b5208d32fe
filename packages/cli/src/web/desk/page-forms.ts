import { randomIds, systemClock } from '@millrace/host'
import type { Answer, PutQuestion, QuestionFrontEnd, QuestionRequest } from '@millrace/toolbox'
import type { AnswerForm, AskedForm, FormOutcome, FormQuestion } from '@millrace/web/wire'
import { attachQuestions } from '../../ask/attach-questions.ts'
import type { Workspace } from '../../workspace.ts'
import { LastEntries } from '../last-entries.ts'
import { sessionOf } from '../sessions/session-of.ts'
import type { Attendance } from './attendance.ts'

/** What forms on pages need. */
export interface PageFormsOptions {
  readonly attendance: Attendance
  /** Told whenever forms came or went. */
  readonly changed: () => void
}

type Filled = readonly Answer[] | 'dismissed' | undefined

interface Waiting {
  readonly asked: AskedForm
  readonly questions: readonly PutQuestion[]
  readonly settle: (filled: Filled) => void
}

/** Questions of tools and servers that wait for whoever sits before a page. */
export class PageForms {
  readonly #options: PageFormsOptions
  readonly #waiting = new Map<string, Waiting>()
  readonly #ended = new LastEntries<string, true>(500)

  constructor(options: PageFormsOptions) {
    this.#options = options
  }

  forms(): readonly AskedForm[] {
    return [...this.#waiting.values()].map(({ asked }) => asked)
  }

  /** Puts the questions of a folder on pages from now on. @returns what ends that. */
  add(workspace: Workspace): (() => void) | undefined {
    const frontEnd: QuestionFrontEnd = { ask: (questions, request) => this.#put(questions, request) }
    return attachQuestions(workspace, frontEnd)
  }

  answer(formId: string, given: AnswerForm): FormOutcome {
    const waiting = this.#waiting.get(formId)
    if (waiting === undefined) return { receipt: this.#ended.get(formId) ? 'already-decided' : 'malformed' }
    if (given.kind === 'dismissed') waiting.settle('dismissed')
    else if (fits(given.answers, waiting.questions)) waiting.settle(given.answers)
    else return { receipt: 'malformed' }
    return { receipt: 'accepted' }
  }

  #put(questions: readonly PutQuestion[], { callId, agent, signal }: QuestionRequest): Promise<Filled> {
    const { attendance, changed } = this.#options
    const formId = randomIds.next('form')
    const session = sessionOf(agent)
    const asked: AskedForm = {
      formId,
      ...(session !== undefined && { session }),
      callId,
      questions: questions.map(wireQuestion),
      askedAt: systemClock.now(),
    }
    return new Promise((resolve) => {
      const settle = (filled: Filled): void => {
        stop()
        signal.removeEventListener('abort', withdraw)
        this.#waiting.delete(formId)
        this.#ended.set(formId, true)
        changed()
        resolve(filled)
      }
      const withdraw = (): void => settle(undefined)
      // A tool whose questions nobody can answer goes on without them.
      const stop = attendance.wait(withdraw)
      signal.addEventListener('abort', withdraw, { once: true })
      this.#waiting.set(formId, { asked, questions, settle })
      changed()
      if (signal.aborted) withdraw()
    })
  }
}

function wireQuestion({
  question,
  header,
  options,
  multiple = false,
  byDefault = [],
}: PutQuestion): FormQuestion {
  return {
    question,
    ...(header !== undefined && { header }),
    options: options.map(({ label, description }) => ({
      label,
      ...(description !== undefined && { description }),
    })),
    multiple,
    byDefault,
  }
}

/** Whether answers are for these questions: whoever put them takes nothing else, and would ask nobody again. */
function fits(
  answers: Extract<AnswerForm, { kind: 'answered' }>['answers'],
  questions: readonly PutQuestion[],
): boolean {
  return (
    answers.length === questions.length &&
    answers.every(({ chosen }, index) => {
      const { options, multiple = false } = questions[index]!
      const labels = new Set(options.map(({ label }) => label))
      const isOnce = new Set(chosen).size === chosen.length
      return isOnce && (multiple || chosen.length < 2) && chosen.every((label) => labels.has(label))
    })
  )
}
