import { messageOf, type JsonObject, type JsonValue } from '@millrace/protocol'
import {
  compileForeignSchema,
  isStandardSchema,
  readForeignSchema,
  snapshotJsonValue,
  type ForeignParts,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from '@millrace/schema'
import { AdapterError } from '../adapter-error.ts'

/**
 * Reads a schema of a tool of the AI SDK: what `jsonSchema()` and `zodSchema()` return, a function that returns such a
 * thing, or a Standard Schema. A JSON Schema without a validator, which the AI SDK would not check, is checked here.
 * @param field - what messages call it.
 * @throws AdapterError `AI_SDK_TOOL_UNSUPPORTED` for anything else.
 */
export async function readSchema(source: unknown, field: string): Promise<ForeignParts> {
  try {
    if (isOwnSchema(source)) return await partsOf(source)
    if (isStandardSchema(source)) return readForeignSchema(source, field)
    if (typeof source === 'function') {
      const made: unknown = source()
      if (isOwnSchema(made)) return await partsOf(made)
    }
  } catch (error) {
    throw unreadable(field, messageOf(error), error)
  }
  throw unreadable(field, 'it is neither what jsonSchema() or zodSchema() returns nor a Standard Schema')
}

/** A schema in the form of the AI SDK. */
interface OwnSchema {
  readonly jsonSchema: unknown
  readonly validate?: ((value: unknown) => unknown) | undefined
}

const mark = Symbol.for('vercel.ai.schema')

function isOwnSchema(source: unknown): source is OwnSchema {
  return typeof source === 'object' && source !== null && (source as Record<symbol, unknown>)[mark] === true
}

async function partsOf({ jsonSchema: given, validate }: OwnSchema): Promise<ForeignParts> {
  // Through text, because libraries leave hidden keys and undefined members in what they generate.
  const jsonSchema = snapshotJsonValue(JSON.parse(JSON.stringify((await given) ?? null)))
  if (typeof jsonSchema !== 'object' || jsonSchema === null || Array.isArray(jsonSchema)) {
    throw new TypeError('its JSON Schema is not an object')
  }
  const check =
    validate === undefined
      ? await checkOf(jsonSchema)
      : async (value: unknown) => resultOf(await validate(value))
  const schema: StandardSchema = { '~standard': { version: 1, vendor: 'ai-sdk', validate: check } }
  return { schema, jsonSchema }
}

async function checkOf(jsonSchema: JsonObject): Promise<(value: unknown) => StandardResult<unknown>> {
  const judge = await compileForeignSchema(jsonSchema)
  return (value) => {
    const violations = judge(value as JsonValue)
    return violations.length === 0 ? { value } : { issues: violations.map((message) => ({ message })) }
  }
}

/** The verdict of a validator of the AI SDK; anything but a clear yes is a no. */
function resultOf(verdict: unknown): StandardResult<unknown> {
  const { success, value, error } = (verdict ?? {}) as { success?: unknown; value?: unknown; error?: unknown }
  if (success === true) return { value }
  const issues = (error as { issues?: unknown } | null | undefined)?.issues
  if (Array.isArray(issues) && issues.length > 0) return { issues: issues as StandardIssue[] }
  return { issues: [{ message: messageOf(error) }] }
}

function unreadable(field: string, problem: string, cause?: unknown): AdapterError {
  return new AdapterError(
    'AI_SDK_TOOL_UNSUPPORTED',
    `${field} cannot be read: ${problem}; give a zod schema of 4.2 or later, or wrap the schema in zodSchema() or jsonSchema() of the AI SDK`,
    { cause },
  )
}
