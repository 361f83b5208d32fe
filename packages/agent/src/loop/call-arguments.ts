import { messageOf, redactPointers, type JsonValue } from '@millrace/protocol'
import { headOf, isHarnessError, parseToolArguments, printJson } from '@millrace/schema'
import type { ToolDefinition } from '@millrace/tools'

/** The arguments of a call as they run and as they are stored, or what is wrong with them. */
export type CallArguments =
  | { readonly ok: true; readonly value: JsonValue; readonly stored: string }
  | { readonly ok: false; readonly problem: string; readonly stored: string }

/** As much of a schema as a complaint shows. */
const schemaUnits = 2_000

/**
 * Reads the argument text of a call once.
 * @param definition - the tool, where the agent sees one of this name.
 */
export function readArguments(
  text: string,
  definition: ToolDefinition | undefined,
  maxUnits: number,
): CallArguments {
  const secrets = definition?.secrets ?? []
  if (text.length > maxUnits) {
    const problem = `the arguments have ${text.length} characters, and at most ${maxUnits} are taken; send less in one call`
    return { ok: false, problem, stored: `"[${text.length} characters left out]"` }
  }
  try {
    const value = parseToolArguments(text)
    const redacted = redactPointers(value, secrets)
    return { ok: true, value, stored: redacted === value ? text : printJson(redacted) }
  } catch (error) {
    if (!isHarnessError(error)) throw error
    return { ok: false, problem: messageOf(error), stored: unreadable(text, secrets) }
  }
}

/** Where secrets stand in a text that cannot be read, nobody knows. */
function unreadable(text: string, secrets: readonly string[]): string {
  return secrets.length === 0 ? text : '"[redacted]"'
}

/** What a model is told of arguments that cannot be read. */
export function complaint({ name, parameters }: ToolDefinition, problem: string): string {
  const schema = printJson(parameters as JsonValue)
  const shown = schema.length > schemaUnits ? `${headOf(schema, schemaUnits)}…` : schema
  return `invalid arguments for tool "${name}": ${problem}; nothing was run; expected one JSON object of this schema: ${shown}`
}
