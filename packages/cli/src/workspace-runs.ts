import { join } from 'node:path'
import type { RunStore } from '@millrace/code-mode'
import type { Io } from './io.ts'
import { stateFolder } from './state-folder.ts'

/**
 * Programs that are under way, in private files that only the user can read, so that they can go on after a crash. What has
 * expired is removed.
 * @param warn - told of what cannot be kept or read.
 * @throws DiskError where they cannot be kept there.
 */
export async function workspaceRuns(env: Io['env'], warn: (message: string) => void): Promise<RunStore> {
  const [{ privateDisk }, { privateRuns }] = await Promise.all([
    import('@millrace/host'),
    import('@millrace/code-mode'),
  ])
  const runs = privateRuns(await privateDisk(join(stateFolder(env), 'runs')), { warn })
  await runs.sweep()
  return runs
}
