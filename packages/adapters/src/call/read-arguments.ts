import { messageOf, type JsonValue } from '@millrace/protocol'
import { headOf, parseToolArguments, printJson, snapshotJsonValue } from '@millrace/schema'
import type { ToolDefinition } from '@millrace/tools'

/** Arguments as they come: the text that a model wrote, or what somebody else has made of it. */
export type WrittenArguments = { readonly text: unknown } | { readonly parsed: unknown }

/** The arguments of a call, or what is wrong with them. */
export type ReadArguments = { readonly value: unknown } | { readonly problem: string }

/** As much of a schema as a complaint shows. */
const schemaUnits = 2_000

/**
 * Reads the arguments of a call once. Nothing is rounded: of an integer that somebody else parsed and that is too large
 * to be exact, nobody knows what the model wrote.
 */
export function readArguments(written: WrittenArguments): ReadArguments {
  try {
    if ('text' in written && isText(written.text))
      return { value: parseToolArguments(written.text ?? undefined) }
    // Some servers that speak the interface of a provider have parsed the text already.
    const value = snapshotJsonValue('text' in written ? written.text : written.parsed)
    const inexact = inexactInteger(value)
    return inexact === undefined ? { value } : { problem: inexactProblem(inexact) }
  } catch (error) {
    // A member that throws where it is read is no JSON either.
    return { problem: messageOf(error) }
  }
}

function isText(written: unknown): written is string | null | undefined {
  return typeof written === 'string' || written === undefined || written === null
}

/** What a model is told of arguments that cannot be read. */
export function complaint({ name, parameters }: ToolDefinition, problem: string): string {
  const schema = printJson(parameters as JsonValue)
  const shown = schema.length > schemaUnits ? `${headOf(schema, schemaUnits)}…` : schema
  return `invalid arguments for tool "${name}": ${problem}; nothing was run; expected one JSON object of this schema: ${shown}`
}

function inexactProblem(number: number): string {
  return `the integer ${number} is larger than ${Number.MAX_SAFE_INTEGER} and may have been rounded on its way here; write it as a string`
}

/** The first integer that may not be the one that was written. Without recursion, since depth is the model's choice. */
function inexactInteger(root: JsonValue): number | undefined {
  const left: JsonValue[] = [root]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return value
    if (typeof value === 'object' && value !== null) {
      for (const inner of Array.isArray(value) ? value : Object.values(value)) left.push(inner)
    }
  }
  return undefined
}
