import type { SessionStore } from '@millrace/agent/session'
import type { RecordedCall } from '../../explain/recorded-call.ts'
import { recordedCalls } from '../../explain/recorded-calls.ts'
import type { Io } from '../../io.ts'
import { findSession } from '../../sessions/find-session.ts'
import { sessionFacts } from '../../sessions/session-facts.ts'
import { withSessions } from '../../sessions/session-failure.ts'

/** A session whose calls are to be judged again. */
export interface RecordedSession {
  readonly id: string
  readonly title: string
  /** Where its calls worked, absolute. */
  readonly cwd: string
  readonly calls: readonly RecordedCall[]
  /** Whether these are all of its calls. */
  readonly isWhole: boolean
}

/** Bytes at the end of a log that are read: more would take long, and tell little more about rules. */
const mostBytes = 8 * 1024 * 1024

/** Reads the calls of a session. @param title - its first words, which may stand before what is read. */
export async function recordedSession(
  id: string,
  store: Pick<SessionStore, 'tail'>,
  title?: string,
): Promise<RecordedSession> {
  const { header, events, isWhole } = await store.tail(id, mostBytes)
  const words = title ?? sessionFacts(header, events).title
  return { id, title: words, cwd: header.cwd, calls: recordedCalls(events), isWhole }
}

/**
 * Reads a session that a page names, of this folder or of another one.
 * @throws UsageError where there is none, or it cannot be read.
 */
export function namedSession(id: string, folder: string, io: Io): Promise<RecordedSession> {
  return withSessions(async () => {
    const found = await findSession(id, folder, io)
    return recordedSession(found.id, found.folder.store)
  })
}
