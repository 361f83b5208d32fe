import { systemClock, type Clock } from '@millrace/host'
import type { SessionEvent, SessionHeader } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import { SessionError } from '../contract/session-error.ts'
import type {
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
} from '../contract/session.ts'
import { knownEvents } from './event-shapes.ts'
import { MemoryLog, type MemorySource } from './memory-log.ts'
import { needleOf, type Needle } from './needle.ts'
import { endOf } from './summary.ts'
import { textsOf, titleIn } from './words.ts'

/** Where the time of sessions in memory comes from, and which events of plugins they take. */
export interface MemoryOptions {
  readonly clock?: Clock
  /** Types of events that plugins add and that must be understood. */
  readonly knownEvents?: Iterable<string>
}

/** Sessions that live as long as the process, for throw-away sessions and tests. What a log on a disk refuses is refused here, too. */
export function memorySessions({
  clock = systemClock,
  knownEvents: added,
}: MemoryOptions = {}): SessionStore {
  return new MemorySessions({ clock, known: knownEvents(added) })
}

class MemorySessions implements SessionStore {
  readonly #source: MemorySource
  readonly #sessions = new Map<string, MemoryLog>()

  constructor(source: MemorySource) {
    this.#source = source
  }

  create(session: NewSession): Promise<SessionLog> {
    return settled(() => {
      if (this.#sessions.has(session.id)) {
        throw new SessionError(
          'SESSION_EXISTS',
          `there is a session ${session.id} already; choose another id`,
        )
      }
      const time = this.#source.clock.now()
      const header = snapshotJsonValue({ format: 'millrace-session', version: 1, ...session, time })
      const log = new MemoryLog(header as unknown as SessionHeader, this.#source)
      this.#sessions.set(session.id, log)
      return log
    })
  }

  open(id: string): Promise<OpenedSession> {
    return settled(() => {
      const found = this.#unlocked(id)
      const log = found.reopened()
      this.#sessions.set(id, log)
      return { header: log.header, events: log.events(), log }
    })
  }

  read(id: string): Promise<ReadSession> {
    return settled(() => {
      const log = this.#known(id)
      return { header: log.header, events: log.events(), tornBytes: 0 }
    })
  }

  async *pages(id: string, from?: LogPlace): AsyncIterable<SessionPage> {
    const log = this.#known(id)
    for (let page = log.page(from); page !== undefined; page = log.page(page.next)) yield page
  }

  tail(id: string, mostBytes: number): Promise<SessionTail> {
    return settled(() => this.#known(id).tail(mostBytes))
  }

  async *list(): AsyncIterable<SessionSummary> {
    for (const log of this.#latestFirst()) yield summaryOf(log)
  }

  async *search(words: string, { signal }: { signal?: AbortSignal } = {}): AsyncIterable<SessionHit> {
    signal?.throwIfAborted()
    if (words === '') return
    const needle = needleOf(words)
    for (const log of this.#latestFirst()) {
      for (const event of log.events()) {
        signal?.throwIfAborted()
        const hit = hitIn(event, log.header.id, needle)
        if (hit !== undefined) yield hit
      }
    }
  }

  remove(id: string): Promise<void> {
    return settled(() => {
      this.#unlocked(id)
      this.#sessions.delete(id)
    })
  }

  #latestFirst(): MemoryLog[] {
    return [...this.#sessions.values()].toSorted((one, other) => other.lastAt - one.lastAt)
  }

  #known(id: string): MemoryLog {
    const found = this.#sessions.get(id)
    if (found) return found
    throw new SessionError(
      'SESSION_NOT_FOUND',
      `there is no session ${id}; list the sessions to see which there are`,
    )
  }

  #unlocked(id: string): MemoryLog {
    const found = this.#known(id)
    if (!found.isOpen) return found
    throw new SessionError('SESSION_LOCKED', `session ${id} is being written to; close it first`)
  }
}

/** What a function returns or throws, as a promise. */
function settled<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()))
}

function summaryOf(log: MemoryLog): SessionSummary {
  const events = log.events()
  const { header, lastAt, bytes, isOpen: live } = log
  const title = firstOf(events, titleIn) ?? ''
  return { id: header.id, header, title, lastAt, bytes, ...endOf(events), live }
}

function hitIn(event: SessionEvent, id: string, needle: Needle): SessionHit | undefined {
  const excerpt = firstOf(textsOf(event), (text) => needle.excerptIn(text))
  return excerpt === undefined ? undefined : { id, seq: event.seq, type: event.type, excerpt }
}

/** The first thing that is found in any of the items. */
function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
