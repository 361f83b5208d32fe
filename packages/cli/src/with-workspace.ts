import { isAbsolute, resolve } from 'node:path'
import { isHarnessError } from '@millrace/protocol'
import type { Io } from './io.ts'
import { UsageError } from './usage-error.ts'
import type { Workspace } from './workspace.ts'

/** Opens a folder with its tools, for a command in this environment; in that of the process without one. */
export type OpenWorkspace = (folder: string, env?: Io['env']) => Promise<Workspace>

/** The command's own composition root, loaded when a folder is first needed. */
export const openDefault: OpenWorkspace = async (folder, env) => {
  const { openWorkspace } = await import('./workspace.ts')
  return openWorkspace(folder, env)
}

/**
 * The folder that `--cwd` names; the current one without it.
 * @throws UsageError where it names none.
 */
export function folderOf(io: Io, named: string | undefined): string {
  if (named === '') throw new UsageError('--cwd "" names no folder')
  if (named === undefined) return io.cwd
  return isAbsolute(named) ? named : resolve(io.cwd, named)
}

/** Does something with the tools of a folder and lets go of it whatever comes of it. */
export async function withWorkspace<T>(
  open: OpenWorkspace,
  io: Io,
  folder: string,
  use: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await opened((path) => open(path, io.env), folder)
  try {
    const { writeWarnings } = await import('./warnings.ts')
    writeWarnings(workspace.ctx, io.stderr)
    return await use(workspace)
  } finally {
    await workspace.close()
  }
}

/**
 * Opens a folder that the command line names.
 * @throws UsageError where it cannot be used.
 */
export async function opened<T>(open: (folder: string) => Promise<T>, folder: string): Promise<T> {
  try {
    return await open(folder)
  } catch (error) {
    if (isHarnessError(error) && error.code.startsWith('FS_'))
      throw new UsageError(`the folder cannot be used: ${error.message}`)
    throw error
  }
}
