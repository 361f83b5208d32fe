import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { SessionStore } from '@millrace/agent/session'
import type { Io } from './io.ts'
import { stateFolder } from './state-folder.ts'

/** Where the sessions of a folder are kept. @param root - the folder, absolute and without links. */
export function sessionsFolder(root: string, env: Io['env']): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 8)
  // The name is for people; the hash alone tells folders apart.
  const name =
    basename(root)
      .replace(/[^\w.-]+/g, '_')
      .slice(0, 60) || 'root'
  return join(stateFolder(env), 'sessions', `${name}-${hash}`)
}

/**
 * The sessions of a folder, in private files that only the user can read.
 * @param warn - told of what is odd about them; they are usable all the same.
 * @throws DiskError where they cannot be kept there.
 */
export async function workspaceSessions(
  root: string,
  env: Io['env'],
  warn: (message: string) => void,
): Promise<SessionStore> {
  const [{ privateDisk }, { jsonlSessions }] = await Promise.all([
    import('@millrace/host'),
    import('@millrace/agent/session'),
  ])
  return jsonlSessions(await privateDisk(sessionsFolder(root, env)), { warn })
}
