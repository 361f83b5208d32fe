import type { ToolExecutionResult, ToolProgress } from '@millrace/tools'
import type { ServedCallFacts } from './contract.ts'
import { OpenQuestion, type Elicitation } from './open-question.ts'
import type { ProgressFeed } from './progress-feed.ts'

/** One request that waits for a call: its only one, or one of several between which a person answers. */
export interface Leg {
  /** Aborts when the client cancels the request or has gone. */
  readonly signal: AbortSignal
  readonly progress: ProgressFeed | undefined
  /** How the client is asked; absent where it cannot be. */
  readonly asks: Asks | undefined
}

/** How a client is asked. */
export interface Asks {
  /** Whether it can be asked this. */
  can(params: Elicitation): boolean
  /** By a request to it while this one waits; without it, by the answer to this one. */
  readonly push?: (params: Elicitation, signal: AbortSignal) => Promise<unknown>
}

/** What a request is answered with. */
export type LegEnd =
  | { readonly kind: 'result'; readonly result: Readonly<ToolExecutionResult> }
  | { readonly kind: 'question'; readonly question: OpenQuestion }

/** A call of a client, from its request to its end. */
export class ServedCall {
  readonly facts: ServedCallFacts
  private readonly controller = new AbortController()
  private leg: Leg | undefined
  /** Those that the client has not been asked yet, or not answered. */
  private readonly questions: OpenQuestion[] = []
  private wake: (() => void) | undefined
  /** How the client is asked while it is away to answer another question. */
  private between: Asks | undefined
  private lacking: Elicitation | undefined
  /** Questions of one call are put one after the other. */
  private turn: Promise<unknown> = Promise.resolve()
  private ended!: Promise<Readonly<ToolExecutionResult>>

  constructor(facts: ServedCallFacts) {
    this.facts = facts
  }

  /** Makes the call. To be called once, when the call can be found by those that ask about it. */
  begin(execute: (signal: AbortSignal) => Promise<Readonly<ToolExecutionResult>>): void {
    this.ended = execute(this.controller.signal)
  }

  /** Settles once the pipeline is done with it. Never rejects. */
  get result(): Promise<Readonly<ToolExecutionResult>> {
    return this.ended
  }

  /** Waits for the call on behalf of a request, until it ends or the client must be asked by the answer. */
  async attend(leg: Leg): Promise<LegEnd> {
    const giveUp = (): void => this.abort(leg.signal.reason)
    if (leg.signal.aborted) giveUp()
    else leg.signal.addEventListener('abort', giveUp, { once: true })
    this.leg = leg
    const { asks } = leg
    try {
      // Only where the answer can be a question, there is something else to wait for.
      if (asks === undefined || asks.push !== undefined) return { kind: 'result', result: await this.result }
      for (;;) {
        const asked = new Promise<undefined>((resolve) => {
          this.wake = () => resolve(undefined)
        })
        const question = this.questions.find(({ isOver }) => !isOver)
        if (question !== undefined) return { kind: 'question', question }
        const result = await Promise.race([this.result, asked])
        if (result !== undefined) return { kind: 'result', result }
      }
    } finally {
      leg.signal.removeEventListener('abort', giveUp)
      this.leg = undefined
      this.wake = undefined
    }
  }

  /** Whether the client can be asked this now. */
  canAsk(params: Elicitation): boolean {
    return (this.leg?.asks ?? this.between)?.can(params) === true
  }

  /** Puts a question to the client. @returns its answer, whatever it is; `undefined` where it cannot be asked. */
  async ask(params: Elicitation, signal: AbortSignal, key: string): Promise<unknown> {
    const { asks = this.between } = this.leg ?? {}
    if (asks?.can(params) !== true || signal.aborted) return undefined
    this.between = asks
    const { push } = asks
    if (push === undefined) return this.askByAnswer(new OpenQuestion(params, key), signal)
    const answer = this.turn.then(() => (signal.aborted ? undefined : push(params, signal)))
    this.turn = answer.catch(() => undefined)
    return answer
  }

  /** A question without which the call could not go on, and which the client cannot be asked. */
  get lacks(): Elicitation | undefined {
    return this.lacking
  }

  /** The client cannot be asked this, and the call cannot go on without it. */
  miss(params: Elicitation): void {
    this.lacking ??= params
  }

  tell(progress: ToolProgress): void {
    this.leg?.progress?.push(progress)
  }

  abort(reason: unknown): void {
    this.controller.abort(reason)
  }

  private async askByAnswer(question: OpenQuestion, signal: AbortSignal): Promise<unknown> {
    const takeBack = (): void => question.settle(undefined)
    signal.addEventListener('abort', takeBack, { once: true })
    this.questions.push(question)
    this.wake?.()
    try {
      return await question.answer
    } finally {
      signal.removeEventListener('abort', takeBack)
      this.questions.splice(this.questions.indexOf(question), 1)
      // The next one may wait for it.
      this.wake?.()
    }
  }
}
