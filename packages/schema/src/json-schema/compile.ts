import type { JsonValue } from '../json/value.ts'
import type { JsonSchemaNode } from './node.ts'

/** A schema made ready once, to judge any number of values. */
export interface CompiledSchema {
  /** The schema, snapshotted and deeply frozen. */
  readonly schema: JsonSchemaNode
  /** Whether the value is accepted. Only for values that this package snapshotted: nothing is checked for loss. */
  accepts(value: JsonValue): boolean
  /** Why the value is refused, one line each; empty when it is accepted. Takes anything, never throws. */
  violations(value: unknown, path?: string): string[]
}
export function compileJsonSchema(schema: JsonSchemaNode): CompiledSchema {
  throw new Error(`pending ${typeof schema}`)
}
export function validateJsonSchemaValue(schema: JsonSchemaNode, value: unknown, path?: string): string[] {
  return compileJsonSchema(schema).violations(value, path)
}
