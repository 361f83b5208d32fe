import { messageOf } from '@millrace/protocol'
import { writeAll, type DiskFile } from '@millrace/host'
import type { Flushing } from '../contract/session.ts'
import { SessionError } from '../contract/session-error.ts'
import { quotedPath } from './quoted.ts'

/** What is handed to the disk at once, unless one line is longer. */
const mostBytes = 1024 * 1024

interface Waiter {
  readonly lines: number
  readonly resolve: () => void
  readonly reject: (reason: Error) => void
}

/** Where a writer begins. */
export interface WriterStart {
  readonly file: DiskFile
  /** Of the file, for messages. */
  readonly path: string
  /** Bytes that the file has. */
  readonly position: number
  readonly flushing: Flushing
}

/**
 * Puts lines at the end of a file, in order, by one loop. What comes while the disk is busy goes together in the next write,
 * and flushes that wait together share one sync. After the first failure nothing is written any more: what the system has
 * done with the bytes is then unknown, and a second sync would answer for less than it seems to.
 */
export class LogWriter {
  /** The first failure. */
  failure: SessionError | undefined
  private readonly file: DiskFile
  private readonly path: string
  private readonly flushing: Flushing
  private position: number
  /** Bytes of the file that are known to be durable. */
  private durable: number
  private queue: Uint8Array[] = []
  private waiters: Waiter[] = []
  private taken = 0
  private written = 0
  private synced = 0
  private isRunning = false

  constructor({ file, path, position, flushing }: WriterStart) {
    this.file = file
    this.path = path
    this.position = position
    this.durable = position
    this.flushing = flushing
  }

  /** Takes a line; the write begins at once where none is under way. */
  write(line: Uint8Array): void {
    this.queue.push(line)
    this.taken++
    this.start()
  }

  /** Waits until all lines so far are durable, or with `never`, are with the system. */
  flush(): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure)
    if (this.settled >= this.taken) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.waiters.push({ lines: this.taken, resolve, reject })
      this.start()
    })
  }

  private get settled(): number {
    return this.flushing === 'never' ? this.written : this.synced
  }

  private get isSyncDue(): boolean {
    if (this.flushing === 'never' || this.synced === this.written) return false
    return this.flushing === 'event' || this.waiters.length > 0
  }

  /** Whoever waits for a sync need not wait for lines that came later. */
  private get isSyncNext(): boolean {
    if (!this.isSyncDue || this.flushing === 'event' || this.queue.length === 0) return this.isSyncDue
    const [first] = this.waiters
    return first !== undefined && first.lines <= this.written
  }

  private start(): void {
    if (this.isRunning || this.failure !== undefined) return
    this.isRunning = true
    void this.run()
  }

  private async run(): Promise<void> {
    try {
      while (this.queue.length > 0 || this.isSyncDue) {
        if (this.isSyncNext) await this.sync()
        else await this.writeSome()
        this.settle()
      }
    } catch (error) {
      this.fail(error)
    } finally {
      this.isRunning = false
    }
  }

  private async writeSome(): Promise<void> {
    const { bytes, lines } = this.nextBatch()
    await writeAll(this.file, bytes, this.position)
    this.position += bytes.length
    this.written += lines
  }

  private nextBatch(): { bytes: Uint8Array; lines: number } {
    let lines = 0
    let size = 0
    for (const line of this.queue) {
      if (lines > 0 && size + line.length > mostBytes) break
      size += line.length
      lines++
    }
    const batch = lines === this.queue.length ? this.queue : this.queue.slice(0, lines)
    this.queue = lines === this.queue.length ? [] : this.queue.slice(lines)
    return { bytes: lines === 1 ? (batch[0] as Uint8Array) : Buffer.concat(batch, size), lines }
  }

  private async sync(): Promise<void> {
    const { written, position } = this
    try {
      await this.file.sync()
    } catch (error) {
      throw await this.takenBack(error)
    }
    this.synced = written
    this.durable = position
  }

  /**
   * Cuts off what a failed sync leaves: the system shows it to whoever opens the log next, and may never write it.
   *
   * @returns all that went wrong.
   */
  private async takenBack(cause: unknown): Promise<unknown> {
    try {
      await this.file.truncate(this.durable)
      return cause
    } catch (error) {
      const both = `${messageOf(cause)}, and what was not confirmed could not be cut off: ${messageOf(error)}`
      return new Error(both, { cause })
    }
  }

  private settle(): void {
    const { settled } = this
    const [first] = this.waiters
    if (first === undefined || first.lines > settled) return
    const ready = this.waiters.filter(({ lines }) => lines <= settled)
    this.waiters = this.waiters.filter(({ lines }) => lines > settled)
    for (const { resolve } of ready) resolve()
  }

  private fail(cause: unknown): void {
    this.failure = new SessionError(
      'SESSION_LOG_FAILED',
      `the session log ${quotedPath(this.path)} could not be written: ${messageOf(cause)}; ` +
        'nothing more is logged here: mend the cause and resume the session',
      { cause },
    )
    this.queue = []
    const { waiters } = this
    this.waiters = []
    for (const { reject } of waiters) reject(this.failure)
  }
}
