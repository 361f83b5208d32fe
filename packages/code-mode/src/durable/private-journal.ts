import type { Disk, DiskFile, DiskLock } from '@millrace/host'
import type { JournalEntry, RunJournal } from '../contract/run-store.ts'
import type { MachineImage } from '../contract/runtime.ts'
import { writeImage } from './image-file.ts'
import { JournalWriter } from './journal-writer.ts'
import { removeFiles, type RunFiles } from './run-files.ts'
import { RunStoreError } from './run-store-error.ts'

/** A run that this process has to itself, at the point where its journal goes on. */
export interface JournalStart {
  readonly disk: Disk
  readonly files: RunFiles
  readonly file: DiskFile
  readonly lock: DiskLock
  readonly lines: number
  readonly bytes: number
  readonly maxBytes: number
  readonly maxImageBytes: number
  /** How messages name the run. */
  readonly title: string
  readonly warn: (message: string) => void
}

/** The journal of a run in a private folder. */
export class PrivateJournal implements RunJournal {
  readonly #start: JournalStart
  readonly #writer: JournalWriter
  /** The image that is written last. */
  #image: Promise<void> = Promise.resolve()
  #ending: Promise<void> | undefined

  constructor(start: JournalStart) {
    const { disk, file, lines, bytes, maxBytes, title } = start
    this.#start = start
    this.#writer = new JournalWriter({
      file,
      lines,
      bytes,
      maxBytes,
      title,
      syncName: () => disk.sync(),
      onFailure: () => this.#forget(),
    })
  }

  /** Takes the first line of a new journal. */
  begin(line: Uint8Array): void {
    this.#writer.begin(line)
  }

  append(entry: JournalEntry): void {
    this.#requireOpen()
    this.#writer.append(entry)
  }

  async flush(): Promise<void> {
    this.#requireOpen()
    await this.#writer.flush()
  }

  keep(image: MachineImage): Promise<void> {
    const kept = this.#image.then(() => this.#keep(image))
    this.#image = kept.catch(() => undefined)
    return kept
  }

  end(): Promise<void> {
    return (this.#ending ??= this.#letGo(() => this.#forget()))
  }

  close(): Promise<void> {
    return (this.#ending ??= this.#letGo(() => this.#writer.flush().catch(() => undefined)))
  }

  async #keep(image: MachineImage): Promise<void> {
    this.#requireOpen()
    const { disk, files, maxImageBytes, title } = this.#start
    if (image.bytes.length > maxImageBytes) {
      throw new RunStoreError(
        'RUN_TOO_LARGE',
        `the image of ${title} has ${image.bytes.length} bytes, and at most ${maxImageBytes} are kept; its journal stays`,
      )
    }
    // The image knows of calls that the journal must know of, too.
    await this.#writer.flush()
    await writeImage(disk, files.image, image)
  }

  /** Comes to rest, does what is left to do and releases the lock. Never rejects. */
  async #letGo(last: () => Promise<void>): Promise<void> {
    const { file, lock, title, warn } = this.#start
    await this.#image
    await this.#writer.settle()
    await last()
    await this.#writer.settle()
    for (const release of [() => file.close(), () => lock.release()]) {
      await release().catch((error: unknown) =>
        warn(`What is kept of ${title} could not be let go of: ${String(error)}`),
      )
    }
  }

  /** Never rejects. */
  async #forget(): Promise<void> {
    const { disk, files, title, warn } = this.#start
    try {
      await removeFiles(disk, files)
    } catch (error) {
      warn(`What is kept of ${title} could not be removed: ${String(error)}; it goes once it has expired`)
    }
  }

  #requireOpen(): void {
    if (this.#ending === undefined) return
    throw new RunStoreError('RUN_CLOSED', `the journal of ${this.#start.title} was let go of`)
  }
}
