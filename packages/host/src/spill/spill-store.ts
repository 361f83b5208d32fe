import { constants, openSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock, type Clock } from '../clock.ts'
import { randomIds, type Ids } from '../ids.ts'
import { Quota } from './quota.ts'
import { SpillError, spillFailure } from './spill-error.ts'
import { SpillFile } from './spill-file.ts'
import { removeOldFiles, requirePrivateFolder, unlessGone } from './spill-folder.ts'

/** Where overflowing output is kept, and how much of it. */
export interface SpillOptions {
  /** A folder for nothing else, absolute; `millrace-spill-<user>` in the folder for temporary files unless given. */
  readonly folder?: string
  /** Bytes that one file takes. */
  readonly maxFileBytes: number
  /** Bytes that all files of this store take together. */
  readonly maxTotalBytes: number
  /** Milliseconds after which files of former hosts are removed when a store is opened; a week unless given. */
  readonly maxAgeMs?: number
  readonly clock?: Clock
  readonly ids?: Ids
}

const week = 7 * 24 * 60 * 60 * 1000

/** Private files for output that is too large to keep in memory. */
export class SpillStore {
  /** Where the files are. */
  readonly folder: string
  private readonly maxFileBytes: number
  private readonly total: Quota
  private readonly ids: Ids
  private readonly files = new Map<string, SpillFile>()
  private closed = false

  private constructor(folder: string, { maxFileBytes, maxTotalBytes, ids = randomIds }: SpillOptions) {
    this.folder = folder
    this.maxFileBytes = maxFileBytes
    this.total = new Quota(maxTotalBytes)
    this.ids = ids
  }

  /**
   * Opens a store, and removes what former hosts left in its folder: what is too old, and the oldest until the rest
   * fits into `maxTotalBytes`.
   *
   * @throws SpillError `SPILL_FOLDER_UNSAFE` where the folder is a link, belongs to another user or can be written to
   * by one; `SPILL_FAILED` where it cannot be used.
   */
  static async open(options: SpillOptions): Promise<SpillStore> {
    const { maxTotalBytes, maxAgeMs = week, clock = systemClock } = options
    const folder = resolve(options.folder ?? join(tmpdir(), `millrace-spill-${process.getuid?.() ?? 'user'}`))
    requireBytes({ maxFileBytes: options.maxFileBytes, maxTotalBytes })
    try {
      await requirePrivateFolder(folder)
      await removeOldFiles(folder, maxAgeMs, maxTotalBytes, clock.now())
    } catch (error) {
      throw spillFailure(error, folder)
    }
    return new SpillStore(folder, options)
  }

  /**
   * A new, empty file that nobody else may read.
   *
   * @param name - says what it is; its letters and digits are kept in the name of the file.
   * @throws SpillError `SPILL_FAILED` where it cannot be made, `SPILL_CLOSED` after `close`.
   */
  create(name: string): SpillFile {
    if (this.closed) throw new SpillError('SPILL_CLOSED', this.folder, 'is closed and takes no further files')
    const path = join(this.folder, `${spelled(name)}-${this.ids.next()}.txt`)
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
    try {
      const file = new SpillFile(path, openSync(path, flags, 0o600), [
        new Quota(this.maxFileBytes),
        this.total,
      ])
      this.files.set(path, file)
      return file
    } catch (error) {
      throw spillFailure(error, path)
    }
  }

  /** Removes a file of this store, closed or not, and gives its room back. Any other path is left alone. */
  async remove(path: string): Promise<void> {
    const file = this.files.get(path)
    if (file === undefined) return
    this.files.delete(path)
    await file.close()
    await unlink(path).catch(unlessGone)
    this.total.giveBack(file.written)
  }

  /** Ends writing to all files, which stay. */
  async close(): Promise<void> {
    this.closed = true
    await Promise.all(Array.from(this.files.values(), (file) => file.close()))
  }
}

function spelled(name: string): string {
  const kept = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
  return kept === '' ? 'output' : kept
}

function requireBytes(limits: Readonly<Record<string, number>>): void {
  for (const [name, bytes] of Object.entries(limits)) {
    if (!Number.isSafeInteger(bytes) || bytes < 0) {
      throw new RangeError(`${name} is a number of bytes, zero or more, not ${bytes}`)
    }
  }
}
