import { writeAll, DiskError, isDiskError, isLocked, systemClock } from '@millrace/host'
import type { Clock, Disk, DiskFacts, DiskFile, DiskLock } from '@millrace/host'
import type {
  Flushing,
  LogPlace,
  NewSession,
  OpenedSession,
  ReadSession,
  SessionHit,
  SessionLog,
  SessionPage,
  SessionStore,
  SessionSummary,
  SessionTail,
  UnreadableSession,
} from '../contract/session.ts'
import { SessionError } from '../contract/session-error.ts'
import { knownEvents, type KnownEvents } from './event-shapes.ts'
import { Glances } from './glances.ts'
import { newHeader } from './header.ts'
import { inOrder } from './in-order.ts'
import { JsonlLog, type LogStart } from './jsonl-log.ts'
import { encodeLine } from './line.ts'
import { LogFiles } from './log-files.ts'
import { needleOf } from './needle.ts'
import { readLog } from './read-log.ts'
import { searchLog } from './search.ts'
import { fileOf, idOf, lockOf, notFound, requireSessionId } from './session-id.ts'
import { requireOwn } from './summary.ts'
import { cutTail } from './torn-tail.ts'
import { quoted, quotedPath } from './quoted.ts'

/** How sessions are kept. */
export interface JsonlOptions {
  /** Where times come from; the machine's clock unless given. */
  readonly clock?: Clock
  /** Types of events that plugins add and that must be understood. */
  readonly knownEvents?: Iterable<string>
  /** Hears of failures that were contained; a warning of the process unless given. */
  readonly warn?: (message: string) => void
}

/** Sessions as files of lines in a folder that is this user's alone. */
export function jsonlSessions(disk: Disk, options: JsonlOptions = {}): SessionStore {
  return new JsonlSessions(disk, options)
}

/** Sessions that are looked at at the same time. */
const glancesAtOnce = 16

interface Listed {
  readonly id: string
  readonly facts: DiskFacts
}

class JsonlSessions implements SessionStore {
  private readonly disk: Disk
  private readonly files: LogFiles
  private readonly glances: Glances
  private readonly clock: Clock
  private readonly known: KnownEvents
  private readonly warn: (message: string) => void
  /** The sessions that this store writes to. */
  private readonly own = new Set<string>()

  constructor(disk: Disk, options: JsonlOptions) {
    this.disk = disk
    this.clock = options.clock ?? systemClock
    this.known = knownEvents(options.knownEvents)
    this.files = new LogFiles(disk, this.known)
    this.glances = new Glances(disk, this.known)
    this.warn = options.warn ?? ((message) => process.emitWarning(message))
  }

  async create(session: NewSession, options: { flushing?: Flushing } = {}): Promise<SessionLog> {
    const header = newHeader(session, Math.max(0, Math.trunc(this.clock.now())))
    const { id, time } = header
    if ((await this.disk.facts(fileOf(id))) !== undefined) throw this.exists(id)
    const lock = await this.lock(id)
    return this.locked(id, lock, async () => {
      const line = encodeLine(header)
      const file = await this.begin(id, line)
      return this.log({ header, next: 0, time, file, position: line.length, lock }, options)
    })
  }

  async open(id: string, options: { flushing?: Flushing } = {}): Promise<OpenedSession> {
    await this.require(id)
    const lock = await this.lock(id)
    return this.locked(id, lock, async () => {
      const file = await this.files.open(id, 'write')
      try {
        const { header, events, next, time, wholeBytes, tornBytes } = await readLog(
          file,
          this.files.path(id),
          this.known,
        )
        requireOwn(header, id, this.files.path(id))
        const tail = { id, from: wholeBytes, bytes: tornBytes }
        const torn = tornBytes > 0 ? await cutTail(this.disk, file, tail) : undefined
        // What a dead writer wrote, and the name of its file, may be with the system alone; what comes next says that they are durable.
        if (options.flushing !== 'never' && torn === undefined) {
          await file.sync()
          await this.disk.sync()
        }
        const log = this.log({ header, next, time, file, position: wholeBytes, lock }, options)
        return { header, events, log, ...(torn === undefined ? undefined : { torn }) }
      } catch (error) {
        await file.close()
        throw error
      }
    })
  }

  read(id: string): Promise<ReadSession> {
    return this.files.read(id)
  }

  pages(id: string, from?: LogPlace): AsyncIterable<SessionPage> {
    return this.files.pages(id, from)
  }

  tail(id: string, mostBytes: number): Promise<SessionTail> {
    return this.files.tail(id, mostBytes)
  }

  async *list(): AsyncIterable<SessionSummary | UnreadableSession> {
    const found = inOrder(await this.latestFirst(), glancesAtOnce, (listed) => this.summary(listed))
    for await (const summary of found) if (summary !== undefined) yield summary
  }

  async *search(words: string, { signal }: { signal?: AbortSignal } = {}): AsyncIterable<SessionHit> {
    signal?.throwIfAborted()
    if (words === '') return
    const needle = needleOf(words)
    for (const { id } of await this.latestFirst()) {
      signal?.throwIfAborted()
      const file = await this.searchable(id)
      if (file === undefined) continue
      try {
        yield* searchLog(file, { id, needle, known: this.known, signal })
      } finally {
        await file.close()
      }
    }
  }

  async remove(id: string): Promise<void> {
    await this.require(id)
    const lock = await this.lock(id)
    try {
      await this.removeFile(id)
      for (const name of await this.disk.files()) {
        if (name.startsWith(`${id}.torn-`)) await this.disk.remove(name)
      }
      await this.disk.sync()
    } finally {
      await lock.release()
    }
  }

  private exists(id: string): SessionError {
    return new SessionError(
      'SESSION_EXISTS',
      `there is a session ${quoted(id)} already in ${quotedPath(this.disk.path)}; give the new one another id`,
    )
  }

  private async require(id: string): Promise<void> {
    requireSessionId(id)
    if ((await this.disk.facts(fileOf(id))) === undefined) throw notFound(id, this.disk.path)
  }

  private async lock(id: string): Promise<DiskLock> {
    try {
      return await this.disk.lock(lockOf(id))
    } catch (error) {
      if (!isDiskError(error, 'DISK_LOCKED')) throw error
      throw new SessionError('SESSION_LOCKED', `session ${id} is written to: ${error.message}`, {
        cause: error,
      })
    }
  }

  /** Does what the lock is for; the lock stays only with a log that came of it. */
  private async locked<T>(id: string, lock: DiskLock, act: () => Promise<T>): Promise<T> {
    try {
      const result = await act()
      this.own.add(id)
      return result
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  private log(
    start: Pick<LogStart, 'header' | 'next' | 'time' | 'file' | 'position' | 'lock'>,
    { flushing = 'step' }: { flushing?: Flushing },
  ): SessionLog {
    const { id } = start.header
    const { clock, known, warn } = this
    const onClosed = (): void => void this.own.delete(id)
    return new JsonlLog({ ...start, path: this.files.path(id), flushing, clock, known, warn, onClosed })
  }

  /** Makes the file with its first line, durable. */
  private async begin(id: string, line: Uint8Array): Promise<DiskFile> {
    let file: DiskFile
    try {
      file = await this.disk.open(fileOf(id), 'create')
    } catch (error) {
      throw isDiskError(error, 'DISK_EXISTS') ? this.exists(id) : error
    }
    try {
      await writeAll(file, line, 0)
      await file.sync()
      await this.disk.sync()
      return file
    } catch (error) {
      await this.abandon(id, file)
      throw error
    }
  }

  /** Takes back a file that could not be begun; what remains of it otherwise is in the list, and can be removed there. */
  private async abandon(id: string, file: DiskFile): Promise<void> {
    try {
      await file.close().finally(() => this.disk.remove(fileOf(id)))
    } catch (error) {
      this.warn(`The beginning of session ${id} remains: ${String(error)}`)
    }
  }

  private async removeFile(id: string): Promise<void> {
    try {
      await this.disk.remove(fileOf(id))
    } catch (error) {
      throw isDiskError(error, 'DISK_NOT_FOUND') ? notFound(id, this.disk.path) : error
    }
  }

  private async latestFirst(): Promise<readonly Listed[]> {
    const ids = (await this.disk.files()).flatMap((name) => idOf(name) ?? [])
    const listed: Listed[] = []
    const facts = inOrder(ids, glancesAtOnce, async (id) => ({
      id,
      facts: await this.disk.facts(fileOf(id)),
    }))
    for await (const found of facts) {
      if (found.facts !== undefined) listed.push({ id: found.id, facts: found.facts })
    }
    return listed.toSorted((a, b) => b.facts.modifiedAt - a.facts.modifiedAt || (a.id < b.id ? -1 : 1))
  }

  /** A session at a glance; nothing where it was removed meanwhile. */
  private async summary({ id, facts }: Listed): Promise<SessionSummary | UnreadableSession | undefined> {
    try {
      return {
        ...(await this.glances.of(id, facts)),
        live: this.own.has(id) || (await isLocked(this.disk, lockOf(id))),
      }
    } catch (error) {
      if (isDiskError(error, 'DISK_NOT_FOUND')) return undefined
      if (!(error instanceof SessionError) && !(error instanceof DiskError)) throw error
      return { id, problem: error.message }
    }
  }

  private async searchable(id: string): Promise<DiskFile | undefined> {
    try {
      return await this.disk.open(fileOf(id), 'read')
    } catch (error) {
      if (!(error instanceof DiskError)) throw error
      if (error.code !== 'DISK_NOT_FOUND') this.warn(`Session ${id} was not searched: ${error.message}`)
      return undefined
    }
  }
}
