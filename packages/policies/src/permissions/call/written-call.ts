import type { ToolDefinition } from '@millrace/tools'
import { readCommand } from '../command/read-command.ts'
import { splitCall } from '../rules/parse-rule.ts'
import { isOfServer, nameOf, namedTools } from '../rules/tool-names.ts'
import { changesSomething, type Touched } from './touched.ts'

/**
 * A call in the spelling of rules, such as `Bash(git status && curl x | sh)` or `Edit(src/retry.ts)`.
 * @param lookup - finds the tool.
 * @throws PermissionError `PERMISSION_RULE_INVALID` where the text is no call.
 */
export function writtenCall(text: string, lookup: (name: string) => ToolDefinition | undefined): Touched {
  const { tool: written, inner } = splitCall(text.trim())
  const name = lookup(written) === undefined ? nameOf(written) : written
  const found = lookup(name)
  const { files } = namedTools(written)
  const isFileTool = files === 'write' || name === 'read' || name === 'grep' || name === 'glob'
  const isKnown = found !== undefined || isFileTool || name === 'bash' || name === 'web_fetch'
  const hasEffects = found === undefined ? !(isFileTool && files !== 'write') : changesSomething(found)
  const call = { tool: name, isKnown, hasEffects, paths: [], hosts: [], commands: [] }
  // Rules know nothing of the arguments of servers' tools.
  if (inner === undefined || isOfServer(name)) return call
  if (inner.startsWith('domain:')) return { ...call, hosts: [inner.slice('domain:'.length).trim()] }
  if (isFileTool) {
    const access = files === 'write' ? 'write' : 'read'
    const searches = name === 'grep' ? ({ searches: 'visible' } as const) : {}
    return { ...call, ...searches, paths: [{ path: inner.trim(), access }] }
  }
  return { ...call, commands: [readCommand(inner, '.')] }
}
