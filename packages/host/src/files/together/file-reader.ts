import type { TogetherAnswers, TogetherRequest } from './protocol.ts'
import { ReaderThread } from './reader-thread.ts'

/** Milliseconds that an unused thread is kept warm. */
const idleMs = 10_000

/** Milliseconds that the thread may take when an answer is not wanted any more: far less where the disk answers. */
const graceMs = 250

/** Reads many files, or lists many folders, by one request, in a thread that is started when it is needed first. */
export class FileReader {
  private thread: ReaderThread | undefined
  private idle: NodeJS.Timeout | undefined

  /**
   * What the thread answers; an empty answer where it was ended before. Resolves only once nothing uses the address any
   * more.
   */
  async ask<K extends TogetherRequest['kind']>(
    request: TogetherRequest & { kind: K },
  ): Promise<TogetherAnswers[K] | readonly []> {
    clearTimeout(this.idle)
    if (this.thread?.isAlive !== true) this.thread = new ReaderThread()
    const { thread } = this
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
    await thread?.stop()
  }

  private stopLater(): void {
    clearTimeout(this.idle)
    this.idle = setTimeout(() => void this.stop(), idleMs).unref()
  }
}
