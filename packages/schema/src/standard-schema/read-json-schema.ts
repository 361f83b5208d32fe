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
  if (!isStandardSchema(source)) {
    const { schema, jsonSchema } = source
    return { schema, jsonSchema: lossless(() => jsonSchema, `${field}.jsonSchema`, 'this') }
  }
  const { jsonSchema: converter, vendor } = source['~standard']
  if (typeof converter?.input !== 'function') {
    const valibot =
      vendor === 'valibot' ? 'wrap it in toStandardJsonSchema of @valibot/to-json-schema, or ' : ''
    throw new JsonSchemaError([`${field}: this ${vendor} schema gives no JSON Schema; ${valibot}${mend}`])
  }
  return {
    schema: source,
    jsonSchema: lossless(() => converter.input({ target }), field, `this ${vendor} schema`),
  }
}

/** Goes through text, because libraries leave hidden keys and undefined members in what they generate. */
function lossless(generate: () => unknown, field: string, what: string): JsonObject {
  let jsonSchema: unknown
  try {
    jsonSchema = snapshotJsonValue(JSON.parse(JSON.stringify(generate()) ?? 'null'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new JsonSchemaError([`${field}: ${what} cannot be expressed as JSON Schema (${why}); ${mend}`])
  }
  if (typeof jsonSchema === 'object' && jsonSchema !== null && !Array.isArray(jsonSchema)) {
    return jsonSchema as JsonObject
  }
  throw new JsonSchemaError([`${field} must be a JSON Schema object`])
}
