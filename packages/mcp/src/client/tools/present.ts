import { headOf, type JsonObject } from '@millrace/schema'
import { escapeVisible, type ToolCallView } from '@millrace/protocol'
import { isRecord } from '../../is-record.ts'

/** UTF-16 units of one argument in a title, and of all of them. */
const longestValue = 60
const longestTitle = 160

/** The card of a call: whose tool it is, what that is called, and the arguments that tell the most. */
export function callView(server: string, tool: string, args: unknown): ToolCallView {
  const title = `${server}: ${headOf(tool, 100)}${summary(args)}`
  return { card: 'generic', title: bounded(title, longestTitle), kind: 'other', rawInput: args }
}

/** As they would be typed: the scalars, in the order in which they were given. */
function summary(args: unknown): string {
  if (!isRecord(args)) return ''
  let said = ''
  for (const [name, value] of Object.entries(args as JsonObject)) {
    if (typeof value === 'object') continue
    const shown = typeof value === 'string' ? headOf(value, longestValue + 1) : String(value)
    said += `  ${headOf(name, longestValue)}=${bounded(shown, longestValue)}`
    if (said.length >= longestTitle) break
  }
  return said
}

function bounded(said: string, length: number): string {
  const escaped = escapeVisible(said)
  return escaped.length <= length ? escaped : `${headOf(escaped, length - 1)}…`
}
