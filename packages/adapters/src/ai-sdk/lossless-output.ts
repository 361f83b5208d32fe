import { messageOf, type JsonValue } from '@millrace/protocol'
import { isJsonValue, snapshotJsonValue } from '@millrace/schema'
import { ToolOutputError } from '@millrace/tools'

/**
 * The output of a tool of the AI SDK as a canonical value. The AI SDK prints outputs as JSON: what that leaves out, such
 * as undefined members, and what says itself how it is printed, such as a date, is printed so here. What it would lose
 * in silence is refused.
 * @throws ToolOutputError for a number that is not finite, a bigint, a function, an error, a map, a set, bytes, a cycle, and what else is printed as
 * nothing.
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

function printable(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const before = this[key]
  const lost = before instanceof Date && value === null ? 'a date that is none' : lossOf(value)
  if (lost === undefined) return value
  const place = key === '' ? 'the output' : `the member ${JSON.stringify(key)} of the output`
  throw new TypeError(`${place} is ${lost}, which JSON cannot say; return a text or plain data in its place`)
}

/** Objects of which JSON prints no member. */
const printedAsNothing: readonly (readonly [new (...args: never[]) => object, name: string])[] = [
  [Map, 'a map'],
  [Set, 'a set'],
  [WeakMap, 'a weak map'],
  [WeakSet, 'a weak set'],
  [Error, 'an error'],
  [RegExp, 'a regular expression'],
  [Promise, 'a promise'],
]

function lossOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value)
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return `a ${typeof value}`
  for (const [kind, name] of printedAsNothing) if (value instanceof kind) return name
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? 'bytes' : undefined
}
