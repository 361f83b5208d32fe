import type { ToolExecutionResult, ToolProgress } from '@millrace/tools'
import type { ApprovalForm } from './approval-form.ts'
import type { ServedCallFacts, ServedReply } from './contract.ts'
import { OpenQuestion } from './open-question.ts'
import type { ProgressFeed } from './progress-feed.ts'

/** One request that waits for a call: its only one, or one of several between which a person answers. */
export interface Leg {
  /** Aborts when the client cancels the request or has gone. */
  readonly signal: AbortSignal
  readonly progress: ProgressFeed | undefined
  /**
   * How the client is asked: by a request to it while this one waits, by the answer to this one, or not at all.
   */
  readonly asks:
    | ((form: ApprovalForm, signal: AbortSignal) => Promise<ServedReply | undefined>)
    | 'answer'
    | undefined
}

/** What a request is answered with. */
export type LegEnd =
  | { readonly kind: 'result'; readonly result: Readonly<ToolExecutionResult> }
  | { readonly kind: 'question'; readonly question: OpenQuestion }

/** A call of a client, from its request to its end. */
export class ServedCall {
  readonly facts: ServedCallFacts
  readonly signal: AbortSignal
  /** Settles once the pipeline is done with it. Never rejects. */
  readonly result: Promise<Readonly<ToolExecutionResult>>
  private readonly controller = new AbortController()
  private leg: Leg | undefined
  /** Those that the client has not been asked yet, or not answered. */
  private readonly questions: OpenQuestion[] = []
  private wake: (() => void) | undefined
  /** Questions of one call are put one after the other. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    facts: ServedCallFacts,
    execute: (signal: AbortSignal) => Promise<Readonly<ToolExecutionResult>>,
  ) {
    this.facts = facts
    this.signal = this.controller.signal
    this.result = execute(this.signal)
  }

  /** Waits for the call on behalf of a request, until it ends or the client must be asked by the answer. */
  async attend(leg: Leg): Promise<LegEnd> {
    const giveUp = (): void => this.abort(leg.signal.reason)
    if (leg.signal.aborted) giveUp()
    else leg.signal.addEventListener('abort', giveUp, { once: true })
    this.leg = leg
    try {
      for (;;) {
        const asked = new Promise<undefined>((resolve) => {
          this.wake = () => resolve(undefined)
        })
        const question = this.questions.find(({ isOver }) => !isOver)
        if (question !== undefined && leg.asks === 'answer') return { kind: 'question', question }
        const result = await Promise.race([this.result, asked])
        if (result !== undefined) return { kind: 'result', result }
      }
    } finally {
      leg.signal.removeEventListener('abort', giveUp)
      this.leg = undefined
      this.wake = undefined
    }
  }

  /** Puts a question to the client. @returns `undefined` where it cannot be asked. */
  async ask(form: ApprovalForm, signal: AbortSignal): Promise<ServedReply | undefined> {
    const asks = this.leg?.asks ?? (this.questions.length > 0 ? 'answer' : undefined)
    if (asks === undefined || signal.aborted) return undefined
    if (asks === 'answer') return this.askByAnswer(form, signal)
    const reply = this.turn.then(() => (signal.aborted ? undefined : asks(form, signal)))
    this.turn = reply.catch(() => undefined)
    return reply
  }

  tell(progress: ToolProgress): void {
    this.leg?.progress?.push(progress)
  }

  abort(reason: unknown): void {
    this.controller.abort(reason)
  }

  private async askByAnswer(form: ApprovalForm, signal: AbortSignal): Promise<ServedReply | undefined> {
    const question = new OpenQuestion(form)
    const takeBack = (): void => question.settle(undefined)
    signal.addEventListener('abort', takeBack, { once: true })
    this.questions.push(question)
    this.wake?.()
    try {
      return await question.reply
    } finally {
      signal.removeEventListener('abort', takeBack)
      this.questions.splice(this.questions.indexOf(question), 1)
      // The next one may wait for it.
      this.wake?.()
    }
  }
}
