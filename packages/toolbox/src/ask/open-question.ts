import { messageOf } from '../failures/message-of.ts'
import { readAnswers, type Answer } from './answer.ts'
import type { PutQuestion, QuestionFrontEnd, QuestionRequest } from './question-board.ts'
import { dismissed, nobodyToAsk } from './question-error.ts'

/** Why a front end need not wait for its person any longer. */
const answered = new Error('the questions were answered elsewhere, or closed')

/** Questions that wait for an answer, and the front ends that were asked them. */
export class OpenQuestion {
  private readonly questions: readonly PutQuestion[]
  private readonly request: QuestionRequest
  private readonly asked = new Map<QuestionFrontEnd, AbortController>()
  private readonly failures: string[] = []
  private readonly answered: Promise<readonly Answer[]>
  private resolve!: (answers: readonly Answer[]) => void
  private reject!: (reason: unknown) => void
  private isOver = false

  constructor(questions: readonly PutQuestion[], request: QuestionRequest) {
    this.questions = questions
    this.request = request
    this.answered = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  /** Asks these front ends, and those that are offered it later, until one of them has an answer. */
  async answer(frontEnds: Iterable<QuestionFrontEnd>): Promise<readonly Answer[]> {
    const { signal } = this.request
    const abort = (): void => this.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      signal.throwIfAborted()
      for (const frontEnd of frontEnds) this.offer(frontEnd)
      this.giveUpIfAlone()
      return await this.answered
    } finally {
      this.isOver = true
      signal.removeEventListener('abort', abort)
      for (const [, controller] of this.asked) controller.abort(signal.aborted ? signal.reason : answered)
      this.asked.clear()
    }
  }

  /** Asks one more front end. */
  offer(frontEnd: QuestionFrontEnd): void {
    if (this.isOver || this.asked.has(frontEnd)) return
    const controller = new AbortController()
    this.asked.set(frontEnd, controller)
    void this.putTo(frontEnd, controller)
  }

  /** Asks a front end no longer. */
  withdraw(frontEnd: QuestionFrontEnd): void {
    const controller = this.asked.get(frontEnd)
    if (controller === undefined) return
    this.drop(frontEnd, 'it went away')
    controller.abort(new Error('the front end was detached'))
  }

  /** Whatever a front end does ends here: what is no answer makes it one that was not asked. */
  private async putTo(frontEnd: QuestionFrontEnd, { signal }: AbortController): Promise<void> {
    // Not before all of the first ones are known, so that one that fails at once is not taken for the last.
    await Promise.resolve()
    if (!this.asked.has(frontEnd)) return
    try {
      const given: unknown = await frontEnd.ask(this.questions, { ...this.request, signal })
      if (!this.asked.has(frontEnd)) return
      const answers = given === 'dismissed' ? given : readAnswers(given, this.questions)
      if (answers === 'dismissed') this.reject(dismissed())
      else if (answers !== undefined) this.resolve(answers)
      else
        this.drop(frontEnd, given === undefined ? 'it cannot ask' : 'its answer does not fit the questions')
    } catch (error) {
      this.drop(frontEnd, messageOf(error))
    }
  }

  private drop(frontEnd: QuestionFrontEnd, why: string): void {
    if (!this.asked.delete(frontEnd)) return
    this.failures.push(why)
    this.giveUpIfAlone()
  }

  private giveUpIfAlone(): void {
    if (this.asked.size > 0) return
    const [why = 'no front end is attached'] = this.failures
    this.reject(nobodyToAsk(this.failures.length === 0 ? why : `a front end failed: ${why}`))
  }
}
