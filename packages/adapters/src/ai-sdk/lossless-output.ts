import { messageOf, type JsonValue } from '@millrace/protocol'
import { isJsonValue, snapshotJsonValue } from '@millrace/schema'
import { ToolOutputError } from '@millrace/tools'

/**
 * The output of a tool of the AI SDK as a canonical value. The AI SDK prints outputs as JSON: what that leaves out, such
 * as undefined members, and what says itself how it is printed, such as a date, is printed so here. What it would lose
 * in silence is refused.
 * @throws ToolOutputError for a number that is not finite, a bigint, a function, a map, a set, bytes or a cycle.
 */
export function losslessOutput(tool: string, output: unknown): JsonValue {
  if (output === undefined) return null
  if (isJsonValue(output)) return output
  try {
    return snapshotJsonValue(JSON.parse(JSON.stringify(output, printable) ?? 'null'))
  } catch (error) {
    throw new ToolOutputError(tool, [messageOf(error)])
  }
}

function printable(key: string, value: unknown): unknown {
  const lost = lossOf(value)
  if (lost === undefined) return value
  const place = key === '' ? 'the output' : `the member ${JSON.stringify(key)} of the output`
  throw new TypeError(`${place} is ${lost}, which JSON cannot say; return a text or plain data in its place`)
}

function lossOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value)
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return `a ${typeof value}`
  if (value instanceof Map) return 'a map'
  if (value instanceof Set) return 'a set'
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? 'bytes' : undefined
}
