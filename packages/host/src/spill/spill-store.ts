import { constants, openSync } from 'node:fs'
import { unlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock, type Clock } from '../clock.ts'
import { randomIds, type Ids } from '../ids.ts'
import { Quota } from './quota.ts'
import { SpillError, spillFailure } from './spill-error.ts'
import { SpillFile } from './spill-file.ts'
import { removeOldFiles, requirePrivateFolder, unlessGone } from './spill-folder.ts'
import { ownMark, spillName, type SpillKind } from './spill-name.ts'

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
// What a timer bears: a longer delay would be none at all.
const longestDelay = 2_147_483_647

/** Private files for output that is too large to keep in memory. */
export class SpillStore {
  /** Where the files are. */
  readonly folder: string
  private readonly maxFileBytes: number
  private readonly total: Quota
  private readonly ids: Ids
  private readonly clock: Clock
  private readonly mark: string = ownMark()
  private readonly files = new Map<string, SpillFile>()
  private readonly refreshMs: number
  private refresh: NodeJS.Timeout | undefined
  private closed = false

  private constructor(folder: string, options: SpillOptions) {
    const { maxFileBytes, maxTotalBytes, maxAgeMs = week, clock = systemClock, ids = randomIds } = options
    this.folder = folder
    this.maxFileBytes = maxFileBytes
    this.total = new Quota(maxTotalBytes)
    this.ids = ids
    this.clock = clock
    this.refreshMs = Math.max(1000, Math.min(maxAgeMs / 3, longestDelay))
  }

  /**
   * Opens a store, and removes what former hosts left in its folder: what is too old, and the oldest until the rest
   * fits into `maxTotalBytes`. What hosts that still live have written stays.
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
      await removeOldFiles(folder, { maxAgeMs, maxBytes: maxTotalBytes, now: clock.now() })
    } catch (error) {
      throw spillFailure(error, folder)
    }
    return new SpillStore(folder, options)
  }

  /**
   * A new, empty file that nobody else may read.
   *
   * @param name - says what it is; its letters and digits are kept in the name of the file.
   * @param kind - what it holds, as the ending of its name; text unless given.
   * @throws SpillError `SPILL_FAILED` where it cannot be made, `SPILL_CLOSED` after `close`.
   */
  create(name: string, kind: SpillKind = 'txt'): SpillFile {
    if (this.closed) throw new SpillError('SPILL_CLOSED', this.folder, 'is closed and takes no further files')
    const path = join(this.folder, spillName(name, this.mark, this.ids.next(), kind))
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
    try {
      const file = new SpillFile(path, openSync(path, flags, 0o600), [
        new Quota(this.maxFileBytes),
        this.total,
      ])
      this.files.set(path, file)
      this.refresh ??= setInterval(() => void this.keepYoung(), this.refreshMs).unref()
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
    clearInterval(this.refresh)
    await Promise.all(Array.from(this.files.values(), (file) => file.close()))
  }

  /** Lets the files look newly written: hosts that cannot see whether this one lives go by their age. */
  private async keepYoung(): Promise<void> {
    const now = new Date(this.clock.now())
    const touched = Array.from(this.files.keys(), (path) => utimes(path, now, now))
    // A file that cannot be touched any more was taken away, or its disk is; there is nobody to tell.
    await Promise.allSettled(touched)
  }
}

function requireBytes(limits: Readonly<Record<string, number>>): void {
  for (const [name, bytes] of Object.entries(limits)) {
    if (!Number.isSafeInteger(bytes) || bytes < 0) {
      throw new RangeError(`${name} is a number of bytes, zero or more, not ${bytes}`)
    }
  }
}
