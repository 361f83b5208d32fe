import { initialSession, reduceSession } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import type { DeskHost, DeskListener } from '@millrace/web'
import type {
  AnswerForm,
  AnswerOutcome,
  AnswerQuestion,
  AskedForm,
  AskedQuestion,
  DecidedQuestion,
  FormOutcome,
  RuleTrial,
} from '@millrace/web/wire'
import type { FakeSession } from './fake-session.ts'
import { folder } from './fake-sessions.ts'

/** What is asked about. Everything else of the question has a default, and can be given in `more`. */
export interface FakeQuestion {
  readonly tool: string
  readonly arguments: unknown
  /** Is written to, too: the call of this id waits in its log. */
  readonly session?: FakeSession
  readonly callId?: string
  readonly more?: Partial<AskedQuestion>
}

/** Questions and forms of a test. The first answer counts, as everywhere. */
export class FakeDesk implements DeskHost {
  /** Pages that are open. */
  attending = 0
  /** The answers that counted, by the ids of questions and forms. */
  readonly answers = new Map<string, AnswerQuestion | AnswerForm>()
  /** What is known of rules that are tried. */
  trial: (requestId: string, rules: readonly string[]) => RuleTrial = () => ({ alsoAllows: [] })
  readonly #questions = new Map<string, AskedQuestion>()
  readonly #forms = new Map<string, AskedForm>()
  readonly #decided = new Map<string, DecidedQuestion>()
  readonly #sessions = new Map<string, FakeSession>()
  readonly #listeners = new Set<DeskListener>()
  #count = 0

  /** Asks whether something may run. */
  ask({ tool, arguments: args, session, callId, more = {} }: FakeQuestion): AskedQuestion {
    const requestId = more.requestId ?? `question-${++this.#count}`
    const call = callId ?? `call-${requestId}`
    const question: AskedQuestion = {
      requestId,
      hash: `hash-${requestId}`,
      nonce: `nonce-${requestId}`,
      kind: 'call',
      ...(session !== undefined && { session: session.id }),
      callId: call,
      cwd: folder,
      card: waitingCard(tool, call, args),
      notes: [],
      offer: {
        suggested: [[`${tool}(*)`]],
        files: [{ path: `${folder}/millrace.jsonc`, label: 'millrace.jsonc' }],
        isEditable: true,
      },
      askedAt: Date.now(),
      ...more,
    }
    session?.append('approval/asked', {
      requestId,
      callId: call,
      toolName: tool,
      argumentsHash: question.hash,
    })
    if (session !== undefined) this.#sessions.set(requestId, session)
    this.#questions.set(requestId, question)
    this.#tell((listener) => listener.waiting())
    return question
  }

  /** Asks the person something. */
  askForm(form: Partial<AskedForm> & Pick<AskedForm, 'questions'>): AskedForm {
    const formId = `form-${++this.#count}`
    const asked: AskedForm = { formId, callId: `call-${formId}`, askedAt: Date.now(), ...form }
    this.#forms.set(asked.formId, asked)
    this.#tell((listener) => listener.waiting())
    return asked
  }

  /** Somebody else decides a question, such as the person at the terminal. */
  decide(decided: DecidedQuestion): void {
    const { requestId } = decided
    const question = this.#questions.get(requestId)
    if (question === undefined) return
    this.#questions.delete(requestId)
    this.#decided.set(requestId, decided)
    const { outcome, by, message } = decided
    this.#sessions.get(requestId)?.append('approval/decided', {
      requestId,
      callId: question.callId ?? '',
      toolName: question.card.tool,
      argumentsHash: question.hash,
      outcome,
      by,
      ...(message !== undefined && { message }),
    })
    this.#tell((listener) => {
      listener.decided(decided)
      listener.waiting()
    })
  }

  /** Tells the pages that something changed, or something that a person should know. */
  tell(news: { changed: Parameters<DeskListener['changed']>[0] } | { warning: string }): void {
    this.#tell((listener) =>
      'changed' in news ? listener.changed(news.changed) : listener.warning(news.warning),
    )
  }

  questions(): readonly AskedQuestion[] {
    return [...this.#questions.values()]
  }

  forms(): readonly AskedForm[] {
    return [...this.#forms.values()]
  }

  watch(listener: DeskListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  answer(requestId: string, answer: AnswerQuestion): AnswerOutcome {
    const decided = this.#decided.get(requestId)
    if (decided !== undefined) return { receipt: 'already-decided', decided }
    const question = this.#questions.get(requestId)
    if (question === undefined) return { receipt: 'unknown' }
    if (question.hash !== answer.hash || question.nonce !== answer.nonce) return { receipt: 'forged' }
    this.answers.set(requestId, answer)
    const { reply } = answer
    const outcome = reply.kind === 'deny' ? 'rejected' : 'allowed-once'
    const message = reply.kind === 'deny' ? reply.message : undefined
    this.decide({ requestId, outcome, by: 'user', ...(message !== undefined && { message }) })
    return { receipt: 'accepted' }
  }

  try(requestId: string, rules: readonly string[]): Promise<RuleTrial | undefined> {
    return Promise.resolve(this.#questions.has(requestId) ? this.trial(requestId, rules) : undefined)
  }

  answerForm(formId: string, answer: AnswerForm): FormOutcome {
    if (!this.#forms.delete(formId)) return { receipt: 'already-decided' }
    this.answers.set(formId, answer)
    this.#tell((listener) => listener.waiting())
    return { receipt: 'accepted' }
  }

  attend(): () => void {
    this.attending++
    return () => void this.attending--
  }

  #tell(news: (listener: DeskListener) => void): void {
    for (const listener of this.#listeners) news(listener)
  }
}

/** The card of a call that waits for an answer. */
function waitingCard(tool: string, callId: string, args: unknown): AskedQuestion['card'] {
  const time = Date.now()
  const data = { turn: 1, step: 1, callId, name: tool, arguments: JSON.stringify(args) }
  const asked = { requestId: 'q', callId, toolName: tool, argumentsHash: 'h' }
  const events: SessionEvent[] = [
    { seq: 0, time, type: 'tool/call', data },
    { seq: 1, time, type: 'approval/asked', data: asked },
  ]
  const [card] = events.reduce((view, event) => reduceSession(view, event), initialSession).cards
  if (card === undefined) throw new Error('the events of a question make no card')
  return card
}
