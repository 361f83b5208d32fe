import { snapshotJsonValue } from '../json/snapshot.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { JsonSchemaError } from '../json-schema/errors.ts'

/** Unions nested deeper than this are taken to allow an object. */
const deepest = 16

/**
 * A schema of arguments with the object root that models ask for. Arguments are always an object, so a missing
 * root type is added, and of several types `object` is chosen; nothing else is touched.
 *
 * @param schema - any JSON Schema.
 * @param field - what messages call it.
 * @throws JsonSchemaError when the root cannot be an object.
 */
export function withObjectRoot(schema: JsonObject, field: string): JsonObject {
  if (schema.type === 'object') return schema
  if (!mayBeObject(schema, 0)) {
    throw new JsonSchemaError([
      `${field} must describe an object, because arguments have names: wrap the schema in an object`,
    ])
  }
  return snapshotJsonValue({ ...schema, type: 'object' }) as JsonObject
}

function mayBeObject(schema: JsonValue | undefined, depth: number): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema !== false
  const { type, anyOf, oneOf } = schema
  if (type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object')))
    return false
  if (depth === deepest) return true
  return [anyOf, oneOf].every(
    (branches) => !Array.isArray(branches) || branches.some((branch) => mayBeObject(branch, depth + 1)),
  )
}
