import { writeAll, type DiskFile } from '@millrace/host'
import { messageOf } from '@millrace/protocol'
import type { JournalEntry } from '../contract/run-store.ts'
import { entryRecord } from './journal-record.ts'
import { encodeLine } from './line.ts'
import { RunStoreError } from './run-store-error.ts'

/** Where a writer begins. */
export interface WriterStart {
  readonly file: DiskFile
  /** Lines that the file has, the header among them, and their bytes. All are durable, unless there are none. */
  readonly lines: number
  readonly bytes: number
  /** Bytes that the file may come to have. */
  readonly maxBytes: number
  /** How messages name the run. */
  readonly title: string
  /** Makes the name of a new file durable. */
  readonly syncName: () => Promise<void>
  /** Takes away what a failed journal leaves: it does not tell all that happened. Must not reject. */
  readonly onFailure: () => Promise<void>
}

interface Waiter {
  readonly lines: number
  readonly resolve: () => void
  readonly reject: (reason: RunStoreError) => void
}

/**
 * Puts lines at the end of a journal, in order, by one loop: what comes while the disk is busy goes together in the next write,
 * and flushes that wait together share one sync. After the first failure nothing is written any more.
 */
export class JournalWriter {
  readonly #start: WriterStart
  #failure: RunStoreError | undefined
  #queue: Uint8Array[] = []
  #waiters: Waiter[] = []
  /** Lines that were taken, written and confirmed. */
  #taken: number
  #written: number
  #synced: number
  /** Bytes of what was taken, and of what was written. */
  #size: number
  #position: number
  #isRunning = false
  #loop: Promise<void> = Promise.resolve()
  #forgetting: Promise<void> | undefined

  constructor(start: WriterStart) {
    this.#start = start
    this.#taken = this.#written = this.#synced = start.lines
    this.#size = this.#position = start.bytes
  }

  /** Takes the first line of a new journal. */
  begin(line: Uint8Array): void {
    this.#take(line)
  }

  /** Takes an entry; the write begins at once where none is under way. @throws RunStoreError after a failure. */
  append(entry: JournalEntry): void {
    if (this.#failure !== undefined) throw this.#failure
    let line: Uint8Array
    try {
      line = encodeLine(entryRecord({ at: this.#taken, synced: this.#synced, entry }))
    } catch (error) {
      throw this.#fail('RUN_NOT_WRITTEN', `an entry cannot be written: ${String(error)}`, error)
    }
    const { maxBytes } = this.#start
    if (this.#size + line.length > maxBytes) {
      throw this.#fail('RUN_TOO_LARGE', `its calls and their values have more than ${maxBytes} bytes`)
    }
    this.#take(line)
  }

  /** Waits until all lines so far are durable. */
  flush(): Promise<void> {
    if (this.#failure !== undefined) return this.#rejected(this.#failure)
    if (this.#synced >= this.#taken) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiters.push({ lines: this.#taken, resolve, reject })
      this.#run()
    })
  }

  /** Waits until nothing is under way. Never rejects. */
  async settle(): Promise<void> {
    while (this.#isRunning) await this.#loop
    await this.#forgetting
  }

  async #rejected(failure: RunStoreError): Promise<never> {
    await this.#forgetting
    throw failure
  }

  #take(line: Uint8Array): void {
    this.#queue.push(line)
    this.#taken += 1
    this.#size += line.length
    this.#run()
  }

  #run(): void {
    if (this.#isRunning || this.#failure !== undefined) return
    this.#isRunning = true
    this.#loop = this.#work()
  }

  async #work(): Promise<void> {
    try {
      while (this.#failure === undefined && (this.#queue.length > 0 || this.#waiters.length > 0)) {
        await this.#write()
        if (this.#waiters.length > 0) await this.#sync()
      }
    } catch (error) {
      if (this.#failure === undefined) this.#fail('RUN_NOT_WRITTEN', messageOf(error), error)
    } finally {
      this.#isRunning = false
    }
  }

  async #write(): Promise<void> {
    const lines = this.#queue.splice(0)
    if (lines.length === 0) return
    const bytes = lines.length === 1 ? (lines[0] as Uint8Array) : Buffer.concat(lines)
    await writeAll(this.#start.file, bytes, this.#position)
    this.#position += bytes.length
    this.#written += lines.length
  }

  async #sync(): Promise<void> {
    const written = this.#written
    await this.#start.file.sync()
    if (this.#synced === 0) await this.#start.syncName()
    this.#synced = written
    const ready = this.#waiters.filter(({ lines }) => lines <= written)
    this.#waiters = this.#waiters.filter(({ lines }) => lines > written)
    for (const { resolve } of ready) resolve()
  }

  #fail(code: 'RUN_NOT_WRITTEN' | 'RUN_TOO_LARGE', problem: string, cause?: unknown): RunStoreError {
    const { title, onFailure } = this.#start
    const message = `${title} is not kept any more, so it cannot go on after a crash: ${problem}`
    const failure = new RunStoreError(code, message, { cause })
    this.#failure = failure
    this.#queue = []
    // Whoever waits for a flush hears of the failure once nothing is left that somebody could go on from.
    this.#forgetting = onFailure().then(() => {
      for (const { reject } of this.#waiters.splice(0)) reject(failure)
    })
    return failure
  }
}
