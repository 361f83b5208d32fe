import type { AskHost, EgressOptions } from '../sandbox-options.ts'
import { egressList, type EgressList, type Place } from './egress-list.ts'

// A program that was refused tries again at once, and nobody wants to be asked each time.
const refusalMs = 30_000

/** Decides which hosts commands reach: those of the list, and those that somebody agreed to. */
export class EgressJudge {
  readonly list: EgressList
  private readonly ask: AskHost | undefined
  private readonly answers = new Map<string, Promise<boolean>>()
  private readonly closing = new AbortController()

  constructor({ allow = [], ask }: EgressOptions) {
    this.list = egressList(allow)
    this.ask = ask
  }

  /** Whether a place may be reached. The first use of one that is not listed waits for an answer, which then stays. */
  async allows(place: Place): Promise<boolean> {
    if (this.closing.signal.aborted) return false
    if (this.list.has(place)) return true
    const key = `${place.host} ${place.port}`
    const known = this.answers.get(key) ?? this.question(place, key)
    this.answers.set(key, known)
    return known
  }

  /** Gives up open questions; nothing is allowed from now on. */
  close(): void {
    this.closing.abort(new Error('the sandbox was closed'))
    this.answers.clear()
  }

  private async question({ host, port }: Place, key: string): Promise<boolean> {
    const isAllowed = await this.answer(host, port)
    if (!isAllowed) setTimeout(() => this.answers.delete(key), refusalMs).unref()
    return isAllowed
  }

  private async answer(host: string, port: number): Promise<boolean> {
    try {
      return (await this.ask?.(host, port, this.closing.signal)) === true
    } catch {
      // Whoever cannot be asked has not agreed.
      return false
    }
  }
}
