import type { JsonSchemaNode, JsonSchemaType } from '../node.ts'
import { any } from './any.ts'
import { array } from './array.ts'
import type { Kind } from './kind.ts'
import { object } from './object.ts'
import { oneOf } from './one-of.ts'
import { boolean, integer, nothing, number, string } from './scalar.ts'

const byType: Readonly<Record<JsonSchemaType, Kind>> = {
  object,
  array,
  string,
  number,
  integer,
  boolean,
  null: nothing,
}

/** The types that a node may name. */
export const types: readonly string[] = Object.keys(byType)

/** The kind behind a type name; `undefined` for anything else. */
export function kindOfType(type: unknown): Kind | undefined {
  return typeof type === 'string' && Object.hasOwn(byType, type) ? byType[type as JsonSchemaType] : undefined
}

/**
 * The kind of a trusted node.
 * @throws on a type that the subset does not have: the node was forged past the check.
 */
export function kindOf(node: JsonSchemaNode): Kind {
  if (node.oneOf !== undefined) return oneOf
  if (node.type === undefined) return any
  const kind = kindOfType(node.type)
  if (kind === undefined) throw new TypeError(`unreachable schema type ${JSON.stringify(node.type)}`)
  return kind
}

export { oneOf }
