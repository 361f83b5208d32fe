import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenWorkspace } from '../src/with-workspace.ts'
import type { Home } from './running.ts'
import { tool, withTools } from './workspace.ts'

/** A folder with the tool `hold`. */
export const withHold: OpenWorkspace = withTools(tool('hold'))

/**
 * Leaves in a home what a command leaves there whose process is killed while its tool `hold` runs.
 * @param start - runs the command.
 */
export async function cutOff(
  { env }: Home,
  start: (open: OpenWorkspace) => Promise<{ readonly status: number }>,
): Promise<void> {
  const state = env['XDG_STATE_HOME'] ?? ''
  const execute = async (): Promise<string> => {
    cpSync(state, `${state}.then`, { recursive: true })
    return 'held'
  }
  await start(withTools(tool('hold', { execute })))
  rmSync(state, { recursive: true })
  renameSync(`${state}.then`, state)
  for (const name of readdirSync(state, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.lock')) rmSync(join(state, name), { recursive: true })
}
