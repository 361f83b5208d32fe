import type { JsonValue } from '@millrace/schema'
import type { TypeNode } from './type-node.ts'

type Found = Readonly<Record<string, JsonValue>>

const scalarTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null']

/** Keywords by where they may stand; annotations may stand everywhere. */
const objectKeywords: readonly string[] = ['properties', 'required', 'additionalProperties']
const scalarKeywords: readonly string[] = ['enum', 'const']
const annotations: readonly string[] = ['type', 'oneOf', 'description', 'title', 'default', 'examples']

/** Whether a schema says nothing that a type node could not say. Looks at each shared part once, at any depth. */
export function isSubset(schema: JsonValue): schema is JsonValue & TypeNode {
  const seen = new Set<JsonValue>()
  const waiting: JsonValue[] = [schema]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return false
    if (seen.has(next)) continue
    seen.add(next)
    if (!isWellFormed(next, waiting)) return false
  }
  return true
}

/** Whether a node is well formed but for its parts, which are put into `parts`. */
function isWellFormed(node: Found, parts: JsonValue[]): boolean {
  const { type, oneOf, description = '' } = node
  if (typeof description !== 'string') return false
  const allowed = keywordsOf(node)
  if (allowed === undefined) return false
  for (const key of Object.keys(node)) if (!allowed.includes(key) && !annotations.includes(key)) return false
  if (oneOf !== undefined) return type === undefined && isUnion(oneOf, parts)
  if (type === 'object') return isObject(node, parts)
  if (node['items'] !== undefined) parts.push(node['items'])
  return isScalar(node)
}

function keywordsOf({ type }: Found): readonly string[] | undefined {
  if (type === undefined) return []
  if (type === 'object') return objectKeywords
  if (type === 'array') return ['items']
  return scalarTypes.includes(type) ? scalarKeywords : undefined
}

function isUnion(oneOf: JsonValue, parts: JsonValue[]): boolean {
  if (!Array.isArray(oneOf) || oneOf.length < 1) return false
  for (const branch of oneOf) parts.push(branch)
  return true
}

function isObject(node: Found, parts: JsonValue[]): boolean {
  const { properties = {}, required = [], additionalProperties = true } = node
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return false
  if (typeof additionalProperties !== 'boolean' || !Array.isArray(required)) return false
  for (const property of Object.values(properties)) parts.push(property)
  return required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name))
}

function isScalar(node: Found): boolean {
  const { enum: values = [null] } = node
  if (!Array.isArray(values) || values.length === 0) return false
  return typeof node['const'] !== 'object' || node['const'] === null
    ? values.every((value) => typeof value !== 'object' || value === null)
    : false
}
