import type { ReadSession } from '@millrace/agent/session'
import type { Io } from '../io.ts'
import { findSession, type FoundSession } from './find-session.ts'
import { withSessions } from './session-failure.ts'

/** A session that the command line names, as it was read. */
export interface NamedSession extends FoundSession, ReadSession {}

/**
 * Finds a session and reads it.
 * @param folder - absolute.
 * @throws UsageError where there is none, or it is damaged.
 */
export function readSession(wanted: string, folder: string, io: Io): Promise<NamedSession> {
  return withSessions(async () => {
    const found = await findSession(wanted, folder, io)
    return { ...found, ...(await found.folder.store.read(found.id)) }
  })
}
