import { snapshotJsonValue } from '../json/snapshot.ts'
import type { JsonObject } from '../json/value.ts'
import { JsonSchemaError } from '../json-schema/errors.ts'
import { isStandardSchema, type ForeignSchema, type StandardSchema } from './standard.ts'

const target = 'draft-2020-12'
const mend = 'pass { schema, jsonSchema } with a JSON Schema written beside it'

/** A foreign schema taken apart: what validates, and the JSON Schema of what it takes in. */
export interface ForeignParts {
  readonly schema: StandardSchema
  /** Lossless and deeply frozen. */
  readonly jsonSchema: JsonObject
}

/**
 * Takes a foreign schema apart. The JSON Schema comes from the library (draft 2020-12, input side), or from
 * beside the schema.
 *
 * @param source - the schema, bare or with its JSON Schema.
 * @param field - what messages call it, such as `parameters`.
 * @throws JsonSchemaError when there is no JSON Schema to be had, naming the field and the mend.
 */
export function readForeignSchema(source: ForeignSchema, field: string): ForeignParts {
  if (isStandardSchema(source)) return { schema: source, jsonSchema: fromLibrary(source, field) }
  const { schema, jsonSchema } = source
  return { schema, jsonSchema: lossless(jsonSchema, `${field}.jsonSchema`) }
}

function fromLibrary(schema: StandardSchema, field: string): JsonObject {
  const { jsonSchema: converter, vendor } = schema['~standard']
  if (typeof converter?.input !== 'function') {
    const valibot =
      vendor === 'valibot' ? 'wrap it in toStandardJsonSchema of @valibot/to-json-schema, or ' : ''
    throw new JsonSchemaError([`${field}: this ${vendor} schema gives no JSON Schema; ${valibot}${mend}`])
  }
  let text: string | undefined
  try {
    // Through text, because libraries leave hidden keys and undefined members in what they generate.
    text = JSON.stringify(converter.input({ target }))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new JsonSchemaError([
      `${field}: ${vendor} cannot express this schema as JSON Schema (${why}); ${mend}`,
    ])
  }
  return lossless(text === undefined ? undefined : JSON.parse(text), field)
}

function lossless(value: unknown, field: string): JsonObject {
  let snapshot: unknown
  try {
    snapshot = snapshotJsonValue(value)
  } catch (error) {
    throw new JsonSchemaError([`${field}: ${error instanceof Error ? error.message : String(error)}`])
  }
  if (typeof snapshot === 'object' && snapshot !== null && !Array.isArray(snapshot))
    return snapshot as JsonObject
  throw new JsonSchemaError([`${field} must be a JSON Schema object`])
}
