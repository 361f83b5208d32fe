import type { NodeKind } from './kind.ts'
import { any } from './kinds/any.ts'
import { array } from './kinds/array.ts'
import { boolean } from './kinds/boolean.ts'
import { integer } from './kinds/integer.ts'
import { nothing } from './kinds/null.ts'
import { number } from './kinds/number.ts'
import { object } from './kinds/object.ts'
import { oneOf } from './kinds/one-of.ts'
import { string } from './kinds/string.ts'
import { JsonSchemaError } from './errors.ts'
import type { JsonSchemaNode, JsonSchemaType } from './node.ts'

const typed: ReadonlyMap<unknown, NodeKind> = new Map<JsonSchemaType, NodeKind>([
  ['object', object],
  ['array', array],
  ['string', string],
  ['number', number],
  ['integer', integer],
  ['boolean', boolean],
  ['null', nothing],
])

/** The names that `type` may have. */
export const typeNames: readonly unknown[] = [...typed.keys()]

/** The kind of the nodes with a type; `undefined` for what is no type. */
export const kindOfType = (type: unknown): NodeKind | undefined => typed.get(type)

/**
 * The kind of a legal node.
 *
 * @throws JsonSchemaError for a type that does not exist: a schema that was never found legal.
 */
export function kindOf(node: JsonSchemaNode): NodeKind {
  if (node.oneOf !== undefined) return oneOf
  if (node.type === undefined) return any
  const kind = typed.get(node.type)
  if (kind === undefined)
    throw new JsonSchemaError([`schema.type ${JSON.stringify(node.type)} does not exist`])
  return kind
}
