import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { SessionStore } from '@millrace/agent/session'
import type { Disk } from '@millrace/host'
import type { Io } from './io.ts'
import { stateFolder } from './state-folder.ts'

/** Where the sessions of a folder are kept. @param root - the folder, absolute and without links. */
export function sessionsFolder(root: string, env: Io['env']): string {
  return join(stateFolder(env), 'sessions', folderName(root))
}

/** By what a folder is known where something of it is kept. @param root - the folder, absolute and without links. */
export function folderName(root: string): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 8)
  // The name is for people; the hash alone tells folders apart.
  const name =
    basename(root)
      .replace(/[^\w.-]+/g, '_')
      .slice(0, 60) || 'root'
  return `${name}-${hash}`
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
  return (await sessionsIn(sessionsFolder(root, env), warn)).store
}

/** The sessions that lie in a folder, which is made where it is missing; warns and throws as `workspaceSessions` does. */
export async function sessionsIn(
  path: string,
  warn: (message: string) => void,
): Promise<{ readonly disk: Disk; readonly store: SessionStore }> {
  const [{ privateDisk }, { jsonlSessions }] = await Promise.all([
    import('@millrace/host'),
    import('@millrace/agent/session'),
  ])
  const disk = await privateDisk(path)
  return { disk, store: jsonlSessions(disk, { warn }) }
}
