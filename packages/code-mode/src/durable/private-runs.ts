import {
  isDiskError,
  isLocked,
  systemClock,
  type Clock,
  type Disk,
  type DiskFile,
  type DiskLock,
} from '@millrace/host'
import { messageOf } from '@millrace/protocol'
import type { RunJournal, RunKey, RunStore, StoredRun } from '../contract/run-store.ts'
import type { MachineImage } from '../contract/runtime.ts'
import { Expiry } from './expiry.ts'
import { readImage } from './image-file.ts'
import { headerRecord } from './journal-record.ts'
import { encodeLine } from './line.ts'
import { PrivateJournal, type JournalStart } from './private-journal.ts'
import { readJournal, type ReadJournal } from './read-journal.ts'
import { filesOf, type RunFiles } from './run-files.ts'
import { runName, titleOf } from './run-name.ts'
import { RunStoreError } from './run-store-error.ts'
import { sweepRuns } from './sweep-runs.ts'
import { openIfThere, readAll } from './whole-file.ts'

const MiB = 1024 * 1024

/** How runs are kept. */
export interface PrivateRunsOptions {
  /** Milliseconds for which a run that was cut off is kept after its last entry; seven days unless given. */
  readonly keepMs?: number
  /** Bytes that the journal of one run may have: its calls, and the values that it got. 256 MiB unless given. */
  readonly maxBytes?: number
  /** Bytes that the image of one run may have before it is packed. 640 MiB unless given. */
  readonly maxImageBytes?: number
  readonly clock?: Clock
  /** Hears of damage and of failures that were contained; a warning of the process unless given. */
  readonly warn?: (message: string) => void
}

/**
 * Runs in a private folder, which is for nothing else. A run has two files, which only this user can read: a journal of its
 * calls and their values, line by line with checksums, and the last image of its machine. Both go when the run ends, or when
 * they are swept after they have expired.
 */
export function privateRuns(disk: Disk, options: PrivateRunsOptions = {}): RunStore {
  return new PrivateRuns(disk, options)
}

/** A journal that this process has to itself. */
type Held = Pick<JournalStart, 'files' | 'file' | 'lock' | 'title'>

class PrivateRuns implements RunStore {
  readonly #disk: Disk
  readonly #expiry: Expiry
  readonly #clock: Clock
  readonly #limits: { readonly maxBytes: number; readonly maxImageBytes: number }
  readonly #warn: (message: string) => void

  constructor(disk: Disk, options: PrivateRunsOptions) {
    const { keepMs, maxBytes = 256 * MiB, maxImageBytes = 640 * MiB } = options
    this.#disk = disk
    this.#expiry = new Expiry(keepMs)
    this.#limits = { maxBytes, maxImageBytes }
    this.#clock = options.clock ?? systemClock
    this.#warn = options.warn ?? ((message) => process.emitWarning(message))
  }

  async begin(key: RunKey, run: Pick<StoredRun, 'program' | 'bindings'>): Promise<RunJournal> {
    const { files, title } = this.#placeOf(key)
    const line = encodeLine(headerRecord({ ...key, ...run }))
    const lock = await this.#lock(files, title)
    try {
      const file = await this.#create(files.journal, title)
      const journal = this.#journal({ files, title, file, lock }, { lines: 0, bytes: 0 })
      journal.begin(line)
      return journal
    } catch (error) {
      await this.#release(lock, title)
      throw error
    }
  }

  async resume(key: RunKey): ReturnType<RunStore['resume']> {
    const { files, title } = this.#placeOf(key)
    const lastAt = await this.#lastAt(files.journal)
    if (lastAt === undefined || this.#expiry.isOver(lastAt, this.#clock.now())) return undefined
    const lock = await this.#lock(files, title)
    let file: DiskFile | undefined
    try {
      file = await openIfThere(this.#disk, files.journal, 'write')
      const read = file && (await this.#read(file, key))
      if (file === undefined || read === undefined || read.kind === 'empty') {
        await file?.close()
        await this.#release(lock, title)
        return undefined
      }
      const { header, entries, bytes } = read
      await settleTail(this.#disk, file, bytes)
      const image = await this.#imageOf(files, title, entries)
      const { program, bindings } = header
      const run: StoredRun = { program, bindings, entries, ...(image !== undefined && { image }) }
      const start = { lines: entries.length + 1, bytes }
      return { run, journal: this.#journal({ files, title, file, lock }, start) }
    } catch (error) {
      await file?.close().catch(() => undefined)
      await this.#release(lock, title)
      throw error
    }
  }

  async has(key: RunKey): Promise<boolean> {
    const { files, title } = this.#placeOf(key)
    try {
      const lastAt = await this.#lastAt(files.journal)
      if (lastAt === undefined || !this.#expiry.isKept(lastAt, this.#clock.now())) return false
      if (await isLocked(this.#disk, files.lock)) return false
      const file = await openIfThere(this.#disk, files.journal, 'read')
      if (file === undefined) return false
      try {
        return (await this.#read(file, key)).kind === 'whole'
      } finally {
        await file.close()
      }
    } catch (error) {
      this.#warn(`${title} cannot go on: ${String(error)}`)
      return false
    }
  }

  async sweep(): Promise<void> {
    try {
      await sweepRuns(this.#disk, (lastAt) => this.#expiry.isOver(lastAt, this.#clock.now()))
    } catch (error) {
      this.#warn(`Runs that have expired could not all be removed: ${String(error)}`)
    }
  }

  #placeOf(key: RunKey): { readonly files: RunFiles; readonly title: string } {
    return { files: filesOf(runName(key)), title: titleOf(key) }
  }

  #journal(held: Held, start: Pick<JournalStart, 'lines' | 'bytes'>): PrivateJournal {
    return new PrivateJournal({ ...held, ...start, ...this.#limits, disk: this.#disk, warn: this.#warn })
  }

  async #lock({ lock }: RunFiles, title: string): Promise<DiskLock> {
    try {
      return await this.#disk.lock(lock)
    } catch (error) {
      if (!isDiskError(error, 'DISK_LOCKED')) throw error
      throw new RunStoreError('RUN_LOCKED', `${title} is under way: ${error.message}`, { cause: error })
    }
  }

  async #release(lock: DiskLock, title: string): Promise<void> {
    await lock
      .release()
      .catch((error: unknown) => this.#warn(`The lock of ${title} could not be released: ${String(error)}`))
  }

  async #create(name: string, title: string): Promise<DiskFile> {
    try {
      return await this.#disk.open(name, 'create')
    } catch (error) {
      if (!isDiskError(error, 'DISK_EXISTS')) throw error
      throw new RunStoreError('RUN_EXISTS', `${title} is kept already; give the new call another id`, {
        cause: error,
      })
    }
  }

  async #lastAt(name: string): Promise<number | undefined> {
    return (await this.#disk.facts(name))?.modifiedAt
  }

  /** @throws RunStoreError where nothing can go on from it. */
  async #read(
    file: DiskFile,
    key: RunKey,
  ): Promise<Extract<ReadJournal, { kind: 'whole' }> | { readonly kind: 'empty' }> {
    const { maxBytes } = this.#limits
    const title = titleOf(key)
    const size = await file.size()
    if (size > maxBytes) {
      const problem = `has ${size} bytes, and at most ${maxBytes} are read; raise maxBytes to go on with it`
      throw new RunStoreError('RUN_TOO_LARGE', `the journal of ${title} ${problem}`)
    }
    const read = readJournal(await readAll(file, size))
    if (read.kind === 'unsupported') {
      const problem = `${read.problem}, which this version of Millrace does not know`
      throw new RunStoreError('RUN_UNSUPPORTED', `the journal of ${title} ${problem}`)
    }
    if (read.kind === 'damaged') {
      throw new RunStoreError('RUN_DAMAGED', `the journal of ${title} ${read.problem}; it cannot go on`)
    }
    if (read.kind === 'empty') return read
    const { sessionId, callId } = read.header
    if (sessionId === key.sessionId && callId === key.callId) return read
    throw new RunStoreError('RUN_DAMAGED', `the journal of ${title} is that of another run; it cannot go on`)
  }

  /** The image, where it can be read and fits the journal. The journal alone is enough to go on. */
  async #imageOf(
    { image: name }: RunFiles,
    title: string,
    entries: StoredRun['entries'],
  ): Promise<MachineImage | undefined> {
    try {
      const image = await readImage(this.#disk, name, this.#limits.maxImageBytes)
      if (image === undefined) return undefined
      const made = entries.reduce((most, { kind, id }) => (kind === 'made' ? Math.max(most, id) : most), 0)
      if (image.nextCall <= made + 1) return image
      throw new Error(`it knows of ${image.nextCall - 1} calls, and the journal of ${made}`)
    } catch (error) {
      this.#warn(`The image of ${title} is left out, its journal is enough: ${messageOf(error)}`)
      return undefined
    }
  }
}

/** Cuts off what no flush has confirmed, and makes durable what the writer that was cut off left with the system alone. */
async function settleTail(disk: Disk, file: DiskFile, bytes: number): Promise<void> {
  if ((await file.size()) > bytes) await file.truncate(bytes)
  await file.sync()
  await disk.sync()
}
