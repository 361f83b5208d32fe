import type { JsonSchemaScalar } from '@millrace/schema'
import type { TypeNode } from '../schema/type-node.ts'

/** The type of a scalar node. */
export function scalarText(node: TypeNode): string {
  if (node.const !== undefined) return literal(node.const)
  if (node.enum !== undefined) return [...new Set(node.enum.map(literal))].join(' | ')
  return node.type === 'integer' ? 'number' : String(node.type)
}

/** A name as a key of an object type. */
export function keyText(name: string): string {
  return isName(name) ? name : JSON.stringify(name)
}

/** How a tool is reached. */
export function accessText(name: string): string {
  return isName(name) ? `tools.${name}` : `tools[${JSON.stringify(name)}]`
}

const isName = (name: string): boolean => /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name)

const literal = (value: JsonSchemaScalar): string => JSON.stringify(value)
