import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { millrace } from './millrace.ts'
import { place, settings, type Place } from './settings.ts'
import type { TerminalOptions } from './terminal.ts'

/** A real server of the SDK, as a program. */
export const program: string = fileURLToPath(new URL('./mcp-program.mjs', import.meta.url))

/** The file in which the servers of a place say that they were started. */
function startedFile(at: Place): string {
  return join(at.home, 'started')
}

/** An entry for the program. @param mode - its first argument: which tools it has. */
export function entry(at: Place, mode = 'plain', more: object = {}): object {
  return { command: process.execPath, args: [program, mode], env: { STARTED: startedFile(at) }, ...more }
}

/** A place that has servers in its `.mcp.json`. */
export function withServers(
  servers: (at: Place) => object,
  files: Readonly<Record<string, string>> = {},
  env: Place['env'] = {},
): Place {
  const at = place(files, { PATH: process.env['PATH'], MILLRACE_SANDBOX: 'off', NO_COLOR: '1', ...env })
  at.write('.mcp.json', settings({ mcpServers: servers(at) }))
  return at
}

/** What the servers that were started said of themselves, one line each. */
export function started(at: Place): readonly string[] {
  if (!existsSync(startedFile(at))) return []
  const lines = readFileSync(startedFile(at), 'utf8').trim().split('\n')
  return lines.map((line) => line.split(' ')[0] ?? '')
}

/** Their process ids. */
export function processesOf(at: Place): readonly number[] {
  const lines = readFileSync(startedFile(at), 'utf8').trim().split('\n')
  return lines.map((line) => Number(line.split(' ')[1]))
}

/** Runs the command there. */
export function run(
  at: Place,
  argv: readonly string[],
  more: TerminalOptions = {},
): ReturnType<typeof millrace> {
  return millrace(argv, { cwd: at.project, ...more, env: { ...at.env, ...more.env } })
}
