import { isServerTool } from '../../mcp/tool-server.ts'
import { visibleTool } from '../../tools/listed.ts'
import { switchedOnBy } from '../../tools/notes.ts'
import type { Workspace } from '../../workspace.ts'
import { WebError } from '../web-error.ts'

/** UTF-16 units of a command that a hint repeats. */
const longestHint = 200

/**
 * Refuses what a person typed as a call and what would be judged as something else: a command alone, or a tool that is not there.
 * Tools of servers that do not run, and those that are switched off, are judged all the same.
 * @throws WebError for a command alone; UsageError `UNKNOWN_TOOL` with the tool that may be meant.
 */
export async function requireCall(typed: string, workspace: Workspace): Promise<void> {
  const call = typed.trim()
  const [, written = '', next] = /^([A-Za-z_][\w-]*)([^])?/.exec(call) ?? []
  if (written === '' || isServerTool(written)) return
  if (next !== undefined && next !== '(') throw isCommand(call)
  const { tools, agent } = workspace
  const name = spelled(written)
  const isThere = [written, name].some((each) => tools.get(each, agent) !== undefined)
  if (!isThere && switchedOnBy(name) === undefined) await visibleTool(written, workspace)
}

/** `WebFetch` is the tool `web_fetch`, as in rules. */
function spelled(written: string): string {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(written)) return written
  return written.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}

function isCommand(call: string): WebError {
  const command = call.length > longestHint ? `${call.slice(0, longestHint).toWellFormed()}…` : call
  return new WebError('PERMISSION_RULE_INVALID', 'this is no call of a tool', [
    `a command is written as Bash(${command})`,
  ])
}
