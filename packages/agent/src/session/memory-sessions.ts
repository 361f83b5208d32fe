import { systemClock, type Clock } from '@millrace/host'
import { contentText, type SessionEvent, type SessionEventType, type SessionHeader } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import { SessionError } from '../contract/session-error.ts'
import type {
  NewSession,
  OpenedSession,
  ReadSession,
  SessionHit,
  SessionLog,
  SessionStore,
  SessionSummary,
} from '../contract/session.ts'
import { MemoryLog } from './memory-log.ts'

/** Sessions that live as long as the process, for throw-away sessions and tests. What could not be logged is refused here, too. */
export function memorySessions({ clock = systemClock }: { clock?: Clock } = {}): SessionStore {
  return new MemorySessions(clock)
}

class MemorySessions implements SessionStore {
  readonly #clock: Clock
  readonly #sessions = new Map<string, MemoryLog>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  create(session: NewSession): Promise<SessionLog> {
    return settled(() => {
      if (this.#sessions.has(session.id)) {
        throw new SessionError(
          'SESSION_EXISTS',
          `there is a session ${session.id} already; choose another id`,
        )
      }
      const time = this.#clock.now()
      const header = snapshotJsonValue({ format: 'millrace-session', version: 1, ...session, time })
      const log = new MemoryLog(header as unknown as SessionHeader, this.#clock)
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

  async *list(): AsyncIterable<SessionSummary> {
    for (const log of this.#latestFirst()) yield summaryOf(log)
  }

  async *search(words: string, { signal }: { signal?: AbortSignal } = {}): AsyncIterable<SessionHit> {
    const wanted = words.toLowerCase()
    for (const log of this.#latestFirst()) {
      for (const event of log.events()) {
        signal?.throwIfAborted()
        const text = textOf(event)
        const at = text.toLowerCase().indexOf(wanted)
        if (wanted === '' || at < 0) continue
        yield { id: log.header.id, seq: event.seq, type: event.type, excerpt: excerptAround(text, at) }
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

const longestTitle = 120

function summaryOf(log: MemoryLog): SessionSummary {
  const events = log.events()
  const { header, lastAt, bytes, isOpen: live } = log
  const first = events.find((event) => event.type === 'user/message' && event.agent === undefined)
  const last = events.findLast((event) => event.type === 'turn/start' || event.type === 'turn/end')
  const [line = ''] = first === undefined ? [] : textOf(first).trim().split('\n')
  return {
    id: header.id,
    header,
    title: cut(line, longestTitle),
    lastAt,
    bytes,
    ...(last?.type === 'turn/end' && { ended: last.data.reason, totals: last.data.session }),
    live,
  }
}

/** Types whose texts a person would look for. */
const searched: ReadonlySet<SessionEventType> = new Set([
  'user/message',
  'assistant/message',
  'tool/call',
  'tool/result',
])

function textOf({ type, data }: SessionEvent): string {
  if (!searched.has(type)) return ''
  if ('arguments' in data) return typeof data.arguments === 'string' ? data.arguments : ''
  const content = 'message' in data && typeof data.message === 'object' ? data.message.content : undefined
  if (content !== undefined) return typeof content === 'string' ? content : contentText(content)
  return 'content' in data ? contentText(data.content) : ''
}

const excerptUnits = 200

function excerptAround(text: string, at: number): string {
  const from = Math.max(0, at - excerptUnits / 4)
  return cut(text.slice(from).replace(/^[\udc00-\udfff]/, ''), excerptUnits)
}

/** The beginning of a text, never half a surrogate pair. */
function cut(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, units).replace(/[\ud800-\udbff]$/, '')
}
