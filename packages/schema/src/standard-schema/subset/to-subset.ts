import { snapshotJsonValue } from '../../json/snapshot.ts'
import { assertSupportedJsonSchema } from '../../json-schema/assert.ts'
import { JsonSchemaError } from '../../json-schema/errors.ts'
import type { JsonSchemaNode } from '../../json-schema/node.ts'
import { printShape } from './print.ts'
import { ShapeReader } from './read-shape.ts'

/**
 * The nearest schema of the enforced subset that accepts at least what a JSON Schema accepts. One within the
 * subset is returned as it is. Constraints that the subset lacks are left out, unions become `oneOf` only where
 * their branches cannot overlap, local references are written out, and recursion becomes any JSON; annotations
 * are kept.
 *
 * @param schema - any JSON Schema, draft 2020-12 or one like it.
 * @throws JsonValueError when it is not lossless JSON.
 */
export function toSubsetSchema(schema: unknown): JsonSchemaNode {
  const document = snapshotJsonValue(schema)
  if (isSupported(document)) return document
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return {}
  return printShape(new ShapeReader(document).root())
}

function isSupported(schema: unknown): schema is JsonSchemaNode {
  try {
    assertSupportedJsonSchema(schema)
    return true
  } catch (error) {
    if (error instanceof JsonSchemaError) return false
    throw error
  }
}
