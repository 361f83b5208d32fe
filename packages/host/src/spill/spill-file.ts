import { close, write } from 'node:fs'
import { promisify } from 'node:util'
import type { Quota } from './quota.ts'
import { SpillError, spillFailure } from './spill-error.ts'

const closeFile = promisify(close)
const writeTo = promisify(write)

/** A file that keeps the beginning of an output, as far as its quota goes, and counts what it does not keep. */
export class SpillFile {
  /** Absolute. */
  readonly path: string
  private readonly fd: number
  private readonly quotas: readonly Quota[]
  private queue: Promise<void> = Promise.resolve()
  private closing: Promise<void> | undefined
  private bytesWritten = 0
  private bytesDropped = 0
  private failed: unknown

  /**
   * @param fd - open for writing, empty; it is closed by `close`.
   * @param quotas - what limits it, each of which must have room.
   */
  constructor(path: string, fd: number, quotas: readonly Quota[]) {
    this.path = path
    this.fd = fd
    this.quotas = quotas
  }

  /** Bytes that stand in the file. */
  get written(): number {
    return this.bytesWritten
  }

  /** Bytes that were given and do not stand in the file, as a quota or the disk had no room. */
  get dropped(): number {
    return this.bytesDropped
  }

  /** Why the system took no more, a `SpillError`; undefined where only quotas were met. */
  get failure(): unknown {
    return this.failed
  }

  /**
   * Writes a piece, after those before it; what a quota has no room for is dropped, and so is everything after it. A
   * failing disk is no reason to stop the command, and shows in `failure` and in the count.
   *
   * @throws SpillError `SPILL_CLOSED` after `close`.
   */
  write(chunk: Uint8Array): Promise<void> {
    if (this.closing !== undefined) {
      return Promise.reject(new SpillError('SPILL_CLOSED', this.path, 'is closed and takes no more output'))
    }
    this.queue = this.queue.then(() => this.append(chunk))
    return this.queue
  }

  /** Ends writing once all that was given is written. */
  close(): Promise<void> {
    this.closing ??= this.queue.then(() => closeFile(this.fd))
    return this.closing
  }

  private async append(chunk: Uint8Array): Promise<void> {
    const room = this.bytesDropped > 0 ? 0 : this.reserve(chunk.length)
    let done = 0
    try {
      while (done < room) {
        const { bytesWritten } = await writeTo(this.fd, chunk, done, room - done)
        done += bytesWritten
      }
    } catch (error) {
      this.failed = spillFailure(error, this.path)
      for (const quota of this.quotas) quota.giveBack(room - done)
    }
    this.bytesWritten += done
    this.bytesDropped += chunk.length - done
  }

  private reserve(bytes: number): number {
    let room = bytes
    const asked: [Quota, number][] = []
    for (const quota of this.quotas) {
      room = quota.take(room)
      asked.push([quota, room])
    }
    for (const [quota, taken] of asked) quota.giveBack(taken - room)
    return room
  }
}
