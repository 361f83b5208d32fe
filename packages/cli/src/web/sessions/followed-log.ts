import { SessionError, type LogPlace, type SessionStore } from '@millrace/agent/session'
import { isLocked, type Disk } from '@millrace/host'
import type { SessionEvent } from '@millrace/protocol'
import { lockFile, logFile } from '../../sessions/session-folders.ts'
import type { LogPlaces } from './log-places.ts'

/** Between two looks at a log that somebody writes to, and at one that nobody seems to. In milliseconds. */
const busyMs = 250
const quietMs = 1_500

/** Looks without anything new after which it is asked whether its writer still lives, as that writes to the folder. */
const patience = 8

/** What is followed, and who is told. */
export interface FollowedLogOptions {
  readonly id: string
  readonly store: Pick<SessionStore, 'pages'>
  readonly disk: Pick<Disk, 'facts' | 'lock'>
  /** Places that are known already, and that learn of new ones. */
  readonly places: LogPlaces
  /** The sequence number of the event that is wanted next. */
  readonly next: () => number
  /** Told of events in their order. */
  readonly heard: (event: SessionEvent) => void
  /** Told whether somebody writes to it, whenever that changed. */
  readonly written: (isWritten: boolean) => void
  /** Told why it can be followed no further. */
  readonly failed: (error: unknown) => void
}

/** Follows a log that another process may write to, by looking at its file now and then. */
export class FollowedLog {
  readonly #options: FollowedLogOptions
  #timer: NodeJS.Timeout | undefined
  #isFollowing = false
  #isWritten: boolean
  #size = -1
  #unchanged = 0

  /** @param isWritten - whether somebody writes to it now, as far as is known. */
  constructor(options: FollowedLogOptions, isWritten: boolean) {
    this.#options = options
    this.#isWritten = isWritten
  }

  /** Begins to look; nothing where it does. */
  start(): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    this.#later()
  }

  /** Looks no more. */
  stop(): void {
    this.#isFollowing = false
    clearTimeout(this.#timer)
  }

  #later(): void {
    if (!this.#isFollowing) return
    this.#timer = setTimeout(() => void this.#lookAgain(), this.#isWritten ? busyMs : quietMs)
    // Whoever looks at a log keeps no process alive by it.
    this.#timer.unref()
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.#look()
      this.#later()
    } catch (error) {
      this.stop()
      this.#options.failed(error)
    }
  }

  async #look(): Promise<void> {
    const { id, disk } = this.#options
    const facts = await disk.facts(logFile(id))
    if (facts === undefined)
      throw new SessionError('SESSION_NOT_FOUND', `the log of session ${id} was deleted`)
    const isNew = facts.size !== this.#size
    if (isNew) {
      await this.#read()
      this.#size = facts.size
    }
    this.#unchanged = isNew ? 0 : this.#unchanged + 1
    if (this.#isWritten && this.#unchanged % patience !== patience - 1) return
    const isWritten = await isLocked(disk, lockFile(id))
    if (isWritten === this.#isWritten || !this.#isFollowing) return
    this.#isWritten = isWritten
    this.#options.written(isWritten)
  }

  async #read(): Promise<void> {
    const { id, store, places, next, heard } = this.#options
    const from: LogPlace | undefined = places.before(next())
    for await (const page of store.pages(id, from)) {
      places.add(page.next)
      for (const event of page.events) if (this.#isFollowing && event.seq >= next()) heard(event)
      if (!this.#isFollowing) return
    }
  }
}
