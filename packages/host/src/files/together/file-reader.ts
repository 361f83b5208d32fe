import type { TogetherAnswers, TogetherRequest } from './protocol.ts'
import { ReaderThread } from './reader-thread.ts'

/** Milliseconds that an unused thread is kept warm. */
const idleMs = 10_000

/** Milliseconds that the thread may take when an answer is not wanted any more: far less where the disk answers. */
export const graceMs = 250

/** Files and folders for which a thread is worth its start of some 15 ms, asked for since there was none. */
const worthwhile = 64

/**
 * Reads many files, or lists many folders, by one request to a thread. That is started once enough was asked for, and
 * nobody waits for it to be up.
 */
export class FileReader {
  private thread: ReaderThread | undefined
  private wanted = 0
  private idle: NodeJS.Timeout | undefined

  /**
   * What the thread answers; an empty answer where it is not up, or was ended before. Resolves only once nothing uses the
   * address any more.
   */
  async ask<K extends TogetherRequest['kind']>(
    request: TogetherRequest & { kind: K },
  ): Promise<TogetherAnswers[K] | readonly []> {
    const thread = this.threadFor(request.paths.length)
    if (thread?.isUp !== true) return []
    clearTimeout(this.idle)
    const answer = await thread.ask(request)
    if (thread === this.thread && thread.isIdle) this.stopLater()
    return answer
  }

  /** Ends the thread, which others start anew, unless work of it ends soon that nobody wants any more. */
  hurry(work: Promise<unknown>): void {
    const { thread } = this
    const timer = setTimeout(() => void thread?.stop(), graceMs)
    const ended = (): void => clearTimeout(timer)
    work.then(ended, ended)
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    clearTimeout(this.idle)
    const { thread } = this
    this.thread = undefined
    this.wanted = 0
    await thread?.stop()
  }

  private threadFor(count: number): ReaderThread | undefined {
    if (this.thread?.isAlive === true) return this.thread
    this.wanted += count
    this.thread = this.wanted < worthwhile ? undefined : new ReaderThread()
    if (this.thread !== undefined) this.stopLater()
    return this.thread
  }

  private stopLater(): void {
    clearTimeout(this.idle)
    this.idle = setTimeout(() => void this.stop(), idleMs).unref()
  }
}
