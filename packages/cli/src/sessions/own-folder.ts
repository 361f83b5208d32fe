import { realpath } from 'node:fs/promises'
import type { Io } from '../io.ts'
import { isPlainFolder } from '../is-plain-folder.ts'
import { refuseFolder } from '../with-workspace.ts'
import { sessionsFolder } from '../workspace-sessions.ts'

/**
 * Where the sessions of a folder lie.
 * @param folder - absolute.
 * @throws UsageError where it cannot be used.
 */
export async function ownSessions(folder: string, env: Io['env']): Promise<string> {
  if (!isPlainFolder(folder)) await refuseFolder(folder)
  return sessionsFolder(await realpath(folder), env)
}
