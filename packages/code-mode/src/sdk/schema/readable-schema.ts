import { snapshotJsonValue, toSubsetSchema, type JsonSchemaNode } from '@millrace/schema'

/** A schema that types can be written from. */
export interface ReadableSchema {
  readonly node: JsonSchemaNode
  /** Whether the node says all that the schema says; otherwise a node without constraints may stand for anything. */
  readonly exact: boolean
}

/**
 * The schema as a node of the enforced subset, or the nearest wider one; `undefined` where nothing can be said of it, also
 * where looking at it throws.
 */
export function readableSchema(schema: unknown): ReadableSchema | undefined {
  try {
    const fixed: unknown = snapshotJsonValue(schema)
    const node = toSubsetSchema(fixed)
    const exact = node === fixed
    return exact || node.type !== undefined || node.oneOf !== undefined ? { node, exact } : undefined
  } catch {
    return undefined
  }
}
