import { alarm } from '../signals/alarm.ts'
import { onAbort } from '../signals/on-abort.ts'
import type { AnsweredElsewhere, ApprovalFrontEnd, ApprovalQuestion, ApprovalReply } from './contract.ts'
import { readReply } from './read-reply.ts'

/** How a question ended: by a reply, because nobody was left who could give one, or because it was given up. */
export interface Ending {
  readonly reply: ApprovalReply | { kind: 'timeout' } | { kind: 'gone' } | { kind: 'nobody' }
  readonly by: string
}

/** What surrounds a question. */
export interface Asking {
  /** The caller's; when it aborts, nobody needs to answer any more. */
  readonly signal: AbortSignal
  readonly timeoutMs: number | undefined
  /** Told of front ends that fail. Never throws. */
  readonly warn: (message: string, error?: unknown) => void
}

const gone = { kind: 'gone' } as const

/** A question that waits for its first answer. */
export class OpenQuestion {
  readonly question: ApprovalQuestion
  private readonly asking: Asking
  private readonly asked = new Map<ApprovalFrontEnd, AbortController>()
  private readonly ended: Promise<Ending>
  private settle!: (ending: Ending) => void
  /** Ends the waiting for the time to pass, and for the caller to give it up. */
  private silence = (): void => {}
  private leave = (): void => {}
  private over = false

  constructor(question: ApprovalQuestion, asking: Asking) {
    this.question = question
    this.asking = asking
    this.ended = new Promise((resolve) => {
      this.settle = resolve
    })
  }

  /** Whether no answer counts any more. */
  get isOver(): boolean {
    return this.over
  }

  /** Asks everybody, and waits for the first answer. Never rejects. */
  ask(frontEnds: Iterable<ApprovalFrontEnd>): Promise<Ending> {
    const { signal, timeoutMs } = this.asking
    this.leave = onAbort(signal, () => this.end({ reply: gone, by: 'caller' }))
    if (!this.over) {
      if (timeoutMs !== undefined) this.silence = alarm(timeoutMs, this.expire)
      for (const frontEnd of frontEnds) this.offer(frontEnd)
      this.endIfAlone()
    }
    return this.ended
  }

  /** Asks one more. */
  offer(frontEnd: ApprovalFrontEnd): void {
    if (this.over) return
    const controller = new AbortController()
    this.asked.set(frontEnd, controller)
    void this.hear(frontEnd, controller)
  }

  /** Takes the question back from somebody, who can answer it no more. */
  withdraw(frontEnd: ApprovalFrontEnd): void {
    const controller = this.asked.get(frontEnd)
    if (controller === undefined) return
    this.asked.delete(frontEnd)
    controller.abort({ by: frontEnd.name, reply: gone } satisfies AnsweredElsewhere)
    this.endIfAlone()
  }

  /**
   * Ends the question; all that are still asked are told.
   * @param except - who needs not be told, as the answer is theirs.
   */
  end(ending: Ending, except?: ApprovalFrontEnd): void {
    if (this.over) return
    this.over = true
    this.silence()
    this.leave()
    const { reply, by } = ending
    const told = { by, reply: reply.kind === 'nobody' ? gone : reply } satisfies AnsweredElsewhere
    const asked = [...this.asked]
    this.asked.clear()
    for (const [frontEnd, controller] of asked) if (frontEnd !== except) controller.abort(told)
    this.settle(ending)
  }

  private readonly expire = (): void => this.end({ reply: { kind: 'timeout' }, by: 'timeout' })

  private endIfAlone(): void {
    if (this.asked.size === 0) this.end({ reply: { kind: 'nobody' }, by: 'nobody' })
  }

  private async hear(frontEnd: ApprovalFrontEnd, controller: AbortController): Promise<void> {
    const reply = await this.replyOf(frontEnd, controller.signal)
    // What comes after the end, or after the question was taken back, counts for nothing.
    if (this.asked.get(frontEnd) !== controller) return
    if (reply === undefined) this.withdraw(frontEnd)
    else this.end({ reply, by: frontEnd.name }, frontEnd)
  }

  /** What somebody replies; nothing where that fails or is no reply. */
  private async replyOf(frontEnd: ApprovalFrontEnd, signal: AbortSignal): Promise<ApprovalReply | undefined> {
    try {
      const answer: unknown = await frontEnd.ask(this.question, signal)
      const reply = readReply(answer)
      if (reply === undefined && answer !== undefined && !signal.aborted) {
        this.asking.warn(`the approval front end "${frontEnd.name}" answered with something that is no reply`)
      }
      return reply
    } catch (error) {
      if (!signal.aborted) this.asking.warn(`the approval front end "${frontEnd.name}" failed`, error)
      return undefined
    }
  }
}
