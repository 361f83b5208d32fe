import type {
  SessionEvent,
  SessionEventMap,
  SessionEventType,
  SessionHeader,
  Totals,
  TurnEndReason,
} from '@millrace/protocol'

/** When what is appended becomes durable by itself; `flush()` makes it so in any case. */
export type Flushing =
  /** Before a call runs and before a model hears of a result: nothing that was reported is lost. */
  | 'step'
  /** After each event. */
  | 'event'
  /** When the operating system sees fit. For tests and throw-away sessions. */
  | 'never'

/** How an event is appended. */
export interface AppendOptions {
  /** The sub-agent that it is about. */
  readonly agent?: string
  /** For types that other packages add: whether a reader that does not know it may skip it. */
  readonly ignorable?: true
}

/** The log of one session, open for writing by this process alone. */
export interface SessionLog {
  readonly header: SessionHeader
  /** Sequence number of the next event. */
  readonly next: number
  /** The first failure of the log; from then on nothing can be appended. */
  readonly failure: Error | undefined
  /**
   * Adds an event. It is given its number and time at once, in order, and is on its way to the disk when this returns.
   * @param data - lossless JSON; it is not copied and must not change.
   * @returns the event, frozen, as a reader will see it.
   * @throws SessionError `SESSION_LOG_FAILED` after a failure, `SESSION_CLOSED` after `close`.
   */
  append<T extends SessionEventType>(
    type: T,
    data: SessionEventMap[T],
    options?: AppendOptions,
  ): SessionEvent<T>
  /**
   * Waits until all that was appended is durable (unless flushing is `never`).
   * @throws SessionError `SESSION_LOG_FAILED`: what was not confirmed by an earlier flush may be lost.
   */
  flush(): Promise<void>
  /** Hears each event right after it was appended, in order. What it throws is reported and contained. @returns its undo. */
  watch(listener: (event: SessionEvent) => void): () => void
  /** Flushes and lets go. Idempotent. */
  close(): Promise<void>
}

/** What a new session begins with; the store adds the format, its version, and the time. */
export type NewSession = Omit<SessionHeader, 'format' | 'version' | 'time'>

/** A session as it was found. */
export interface ReadSession {
  readonly header: SessionHeader
  readonly events: readonly SessionEvent[]
  /** Bytes at the end that are no whole event: a writer was cut off, or writes just now. */
  readonly tornBytes: number
}

/** A place in a log between two events, to read on from. Plain data, for the store that gave it. */
export interface LogPlace {
  /** Sequence number of the event that comes next. */
  readonly seq: number
  readonly bytes: number
  /** Of the last event before it, or of the header. */
  readonly time: number
}

/** A part of a log. */
export interface SessionPage {
  readonly header: SessionHeader
  readonly events: readonly SessionEvent[]
  /** Where the log goes on. */
  readonly next: LogPlace
}

/** The end of a log. */
export interface SessionTail {
  readonly header: SessionHeader
  readonly events: readonly SessionEvent[]
  /** Whether these are all of its events. */
  readonly isWhole: boolean
  /** Where the log goes on; absent where its last event is longer than what was read. */
  readonly next?: LogPlace
}

/** A session that was opened again for writing. */
export interface OpenedSession extends Omit<ReadSession, 'tornBytes'> {
  readonly log: SessionLog
  /** What was cut off its end, and the name of the file beside the log that keeps it. */
  readonly torn?: { readonly bytes: number; readonly file: string }
}

/** A session at a glance: from its first and last lines alone. */
export interface SessionSummary {
  readonly id: string
  readonly header: SessionHeader
  /** The person's first words. */
  readonly title: string
  /** When the last event was written, in milliseconds since the epoch. */
  readonly lastAt: number
  readonly bytes: number
  /** How the last turn ended; absent where none did, or where one is under way or was cut off. */
  readonly ended?: TurnEndReason
  readonly totals?: Totals
  /** Whether a process that lives writes to it. */
  readonly live: boolean
}

/** One place where the words of a search were found. */
export interface SessionHit {
  readonly id: string
  readonly seq: number
  readonly type: SessionEventType
  /** The words in their surroundings, at most 200 code units. */
  readonly excerpt: string
}

/** A log that cannot be read, in the list of all. */
export interface UnreadableSession {
  readonly id: string
  readonly problem: string
}

/** Where sessions are kept. JSON Lines in a private folder unless a host brings its own. */
export interface SessionStore {
  /** @throws SessionError `SESSION_EXISTS`. */
  create(session: NewSession, options?: { flushing?: Flushing }): Promise<SessionLog>
  /**
   * Opens a session for writing. A torn tail is cut off, and kept beside the log.
   * @throws SessionError `SESSION_NOT_FOUND`, `SESSION_LOCKED` where another process writes to it, `SESSION_CORRUPT` where
   * something before the tail is damaged, `SESSION_UNSUPPORTED` for another format, version or a required event that is not known.
   */
  open(id: string, options?: { flushing?: Flushing }): Promise<OpenedSession>
  /** Reads a session, also while somebody writes to it. Throws as `open` does, apart from the lock. */
  read(id: string): Promise<ReadSession>
  /**
   * Reads a session in pages, in bounded memory, also while somebody writes to it, and ends where it ends now: what is no
   * whole event yet comes with a later reading. From the beginning, the first page comes also where there are no events.
   * @param from - where to read on, as a page before said.
   * @throws SessionError as `read` does, once it comes to what cannot be read.
   */
  pages(id: string, from?: LogPlace): AsyncIterable<SessionPage>
  /**
   * Reads the whole events within so many bytes at the end of a session; none where the last one is longer.
   * @throws SessionError as `read` does, as far as the end tells.
   */
  tail(id: string, mostBytes: number): Promise<SessionTail>
  /** All sessions, the latest first, in constant memory for each. Damaged ones are in the list, too. */
  list(): AsyncIterable<SessionSummary | UnreadableSession>
  /** Where words occur in the texts of all sessions, the latest session first; capitals do not matter. */
  search(words: string, options?: { signal?: AbortSignal }): AsyncIterable<SessionHit>
  /** @throws SessionError `SESSION_NOT_FOUND`, `SESSION_LOCKED`. */
  remove(id: string): Promise<void>
}
