import type { FileContents, ReadRequest } from './protocol.ts'
import { ReaderThread } from './reader-thread.ts'

/** Milliseconds that an unused thread is kept warm. */
const idleMs = 10_000

/** Milliseconds that an aborted reading may still take; a request is read in far less where the disk answers. */
const graceMs = 250

/** Reads many files by one request, in a thread that is started when it is needed first. */
export class FileReader {
  private thread: ReaderThread | undefined
  private idle: NodeJS.Timeout | undefined

  /**
   * The files; none of them where reading was aborted and did not end by itself. Resolves only once nothing uses the
   * address any more.
   */
  async read(request: ReadRequest, signal: AbortSignal | undefined): Promise<FileContents> {
    if (signal?.aborted === true) return []
    clearTimeout(this.idle)
    if (this.thread?.isAlive !== true) this.thread = new ReaderThread()
    const { thread } = this
    let timer: NodeJS.Timeout | undefined
    const giveUp = (): void => {
      timer = setTimeout(() => void thread.stop(), graceMs)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      return await thread.read(request)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      if (thread === this.thread && thread.isIdle) this.stopLater()
    }
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
