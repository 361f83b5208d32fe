import type { JsonSchemaScalar } from '@millrace/schema'
import type { TypeNode } from '../schema/type-node.ts'

/** The type of a scalar node. */
export function literalText(node: TypeNode): string {
  const values = node.const === undefined ? node.enum : [node.const]
  if (values === undefined) return plain[String(node.type)] ?? 'Any'
  const texts = new Set(values.map(valueText))
  // A literal type cannot hold a fraction.
  if (texts.has(undefined)) return 'float'
  const [only] = texts
  return texts.size === 1 && only === 'None' ? 'None' : `Literal[${[...texts].join(', ')}]`
}

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

function valueText(value: JsonSchemaScalar): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return Number.isInteger(value) ? BigInt(value).toString() : undefined
}
