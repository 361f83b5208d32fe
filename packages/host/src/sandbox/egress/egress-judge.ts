import type { AskHost, EgressOptions, HostAnswer } from '../sandbox-options.ts'
import { egressList, type EgressList, type Place } from './egress-list.ts'

// A program that was refused tries again at once, and nobody wants to be asked each time.
const refusalMs = 30_000

const refused: HostAnswer = { allowed: false }

/** A question that was put to somebody, and how many wait for the answer. */
interface Question {
  readonly answer: Promise<HostAnswer>
  readonly withdraw: AbortController
  waiting: number
  isAnswered: boolean
}

/** Decides which hosts commands reach: those of the list, and those that somebody agreed to. */
export class EgressJudge {
  readonly list: EgressList
  private readonly ask: AskHost | undefined
  private readonly questions = new Map<string, Question>()
  private isClosed = false

  constructor({ allow = [], ask }: EgressOptions) {
    this.list = egressList(allow)
    this.ask = ask
  }

  /**
   * Whether a place may be reached. The first use of one that is not listed waits for an answer, which then stays.
   * @param gone - aborts when this use is given up; the question is withdrawn with the last one.
   */
  async judge(place: Place, gone: AbortSignal): Promise<HostAnswer> {
    if (this.isClosed || gone.aborted) return refused
    if (this.list.has(place)) return { allowed: true }
    const key = `${place.host} ${place.port}`
    const question = this.questions.get(key) ?? this.put(place, key)
    question.waiting += 1
    const leave = (): void => {
      question.waiting -= 1
      if (question.waiting > 0 || question.isAnswered) return
      this.questions.delete(key)
      question.withdraw.abort(new Error('the command does not wait for it any more'))
    }
    gone.addEventListener('abort', leave)
    try {
      return await question.answer
    } finally {
      gone.removeEventListener('abort', leave)
    }
  }

  /** Gives up open questions; nothing is allowed from now on. */
  close(): void {
    this.isClosed = true
    for (const { withdraw } of this.questions.values()) withdraw.abort(new Error('the sandbox was closed'))
    this.questions.clear()
  }

  private put(place: Place, key: string): Question {
    const withdraw = new AbortController()
    const answer = this.answer(place, withdraw.signal).then((given) => {
      question.isAnswered = true
      if (!given.allowed) setTimeout(() => this.forget(key, question), refusalMs).unref()
      return given
    })
    const question: Question = { answer, withdraw, waiting: 0, isAnswered: false }
    this.questions.set(key, question)
    return question
  }

  private forget(key: string, question: Question): void {
    if (this.questions.get(key) === question) this.questions.delete(key)
  }

  private async answer({ host, port }: Place, signal: AbortSignal): Promise<HostAnswer> {
    const withdrawn = new Promise<false>((resolve) => {
      signal.addEventListener('abort', () => resolve(false))
    })
    try {
      const given = await Promise.race([this.ask?.(host, port, signal), withdrawn])
      return typeof given === 'object' ? given : { allowed: given === true }
    } catch {
      // Whoever cannot be asked has not agreed.
      return refused
    }
  }
}
