import { snapshotJsonValue } from '@millrace/schema'
import { ForeignReader } from './foreign-reader.ts'
import { isSubset } from './is-subset.ts'
import { isConstrained, type TypeNode } from './type-node.ts'

/** A schema that types can be written from. */
export interface ReadableSchema {
  readonly node: TypeNode
  /** Whether the node says all that the schema says; otherwise a part without constraints may stand for anything. */
  readonly exact: boolean
}

/**
 * What types can say of a schema; `undefined` where nothing can be said of it, also where looking at it throws. Linear in its
 * size.
 */
export function readableSchema(schema: unknown): ReadableSchema | undefined {
  try {
    const fixed = snapshotJsonValue(schema)
    if (isSubset(fixed)) return { node: fixed, exact: true }
    const node = new ForeignReader(fixed).read(fixed)
    return isConstrained(node) ? { node, exact: false } : undefined
  } catch {
    // A getter or a trap of a hostile schema threw, or it is no JSON.
    return undefined
  }
}
