import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openHost } from './host.mjs'

/**
 * One call of the session.
 * @typedef {{ tool: 'bash' | 'read' | 'edit' | 'write', command?: string, path?: string }} SessionCall
 */

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What was called in a real coding session, which is read in place and no part of this project; from the project on. */
export const place =
  process.env['MILLRACE_REAL_SESSION'] ?? join('..', 'shared', 'data', 'real-session', 'calls.jsonl')

/** The calls, or none where the file is missing. @returns {SessionCall[] | undefined} */
export function sessionCalls() {
  const path = resolve(root, place)
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/** Arguments with which the tool says what it touches; what a file would hold is not recorded. */
const args = {
  bash: (/** @type {SessionCall} */ { command = '' }) => ({ command }),
  read: (/** @type {SessionCall} */ { path = '' }) => ({ path }),
  edit: (/** @type {SessionCall} */ { path = '' }) => ({ path, edits: [{ oldText: 'a', newText: 'b' }] }),
  write: (/** @type {SessionCall} */ { path = '' }) => ({ path, content: '' }),
}

/** Where the session worked. */
const places = { root: '/home/dev/app', home: '/home/dev' }

/**
 * Judges all calls as the built-in tools make them.
 * @param {readonly SessionCall[]} calls
 * @param {{ layers: any[], sandboxed: boolean }} options
 * @returns {Promise<{ call: SessionCall, verdict: import('@millrace/policies/permissions').Verdict }[]>}
 */
export async function judgeSession(calls, { layers, sandboxed }) {
  const { permissions } = await import('@millrace/policies/permissions')
  const { ctx } = await openHost('millrace')
  const close = await registerTools(ctx)
  try {
    await ctx.plugin(permissions, {
      layers,
      mode: 'accept-edits',
      ...places,
      sandbox: () => ({
        enforcement: sandboxed ? 'full' : 'none',
        keepsIn: ({ name }) => name === 'bash',
      }),
    })
    return calls.map((call) => ({ call, verdict: ctx.permissions.judge(call.tool, args[call.tool](call)) }))
  } finally {
    await close()
  }
}

/** Registers the built-in tools; none of them is run. @param {any} ctx */
async function registerTools(ctx) {
  const { commandEnvironment, ConfinedRoot, openProcesses, SpillStore } = await import('@millrace/host')
  const toolbox = await import('@millrace/toolbox')
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  const confined = await ConfinedRoot.open(folder)
  const files = toolbox.confinedFiles(confined)
  const processes = openProcesses()
  const options = { processes, spill: () => SpillStore.open(), files, env: commandEnvironment(process.env) }
  const { readTool, editTool, writeTool, commandTools, hostProcesses } = toolbox
  for (const tool of [
    readTool(files),
    editTool(files),
    writeTool(files),
    ...commandTools(hostProcesses(options)),
  ]) {
    ctx.tools.register(tool)
  }
  return async () => {
    await processes.close()
    await confined.close()
    rmSync(folder, { recursive: true })
  }
}
