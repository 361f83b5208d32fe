import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CommandSpec } from '../processes/command.ts'
import { requireStartable, startFailure } from '../processes/start-failure.ts'
import { isProgram } from './sandbox-programs.ts'

// What execvp looks through where nothing is named.
const usualPath = '/bin:/usr/bin'

/**
 * Makes sure that there is a program to run: what wraps it could say so in its output alone.
 * @throws ProcessError as a start without a sandbox does.
 */
export function requireProgram(spec: CommandSpec): void {
  requireStartable(spec)
  const { file, cwd, env } = spec
  const folders = file.includes('/') ? [''] : (env['PATH'] ?? usualPath).split(':')
  const places = folders.map((folder) => resolve(cwd, folder, file))
  if (places.some(isProgram)) return
  const code = places.some((place) => existsSync(place)) ? 'EACCES' : 'ENOENT'
  throw startFailure(Object.assign(new Error(code), { code }), spec)
}
