import type { JsonSchemaNode, ObjectJsonSchema } from './node.ts'

export function assertSupportedJsonSchema(schema: unknown): asserts schema is JsonSchemaNode {
  throw new Error(`pending ${typeof schema}`)
}
export function assertObjectJsonSchema(schema: unknown): asserts schema is ObjectJsonSchema {
  throw new Error(`pending ${typeof schema}`)
}
