import type { JsonValue } from '@millrace/schema'
import type { TypeNode } from './type-node.ts'

type Found = Readonly<Record<string, JsonValue>>

/** Schemas of fewer nodes are walked without a memory of what was seen. */
const few = 1_000

/** Whether a schema says nothing that a type node could not say. Looks at each shared part once, at any depth. */
export function isSubset(schema: JsonValue): schema is JsonValue & TypeNode {
  const seen = new Set<JsonValue>()
  const waiting: JsonValue[] = [schema]
  let count = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return false
    count += 1
    if (count > few) {
      if (seen.has(next)) continue
      seen.add(next)
    }
    if (!isWellFormed(next, waiting)) return false
  }
  return true
}

/** Whether a node is well formed but for its parts, which are put into `parts`. */
function isWellFormed(node: Found, parts: JsonValue[]): boolean {
  const { type } = node
  for (const key of Object.keys(node)) {
    const value = node[key]
    const isKnown = keywords.get(key)
    if (value === undefined || isKnown === undefined || !isKnown(value, type, node, parts)) return false
  }
  return true
}

/** Whether a keyword is well formed, and may stand where it does. */
type Keyword = (value: JsonValue, type: JsonValue | undefined, node: Found, parts: JsonValue[]) => boolean

const annotation: Keyword = () => true

const scalarTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null']

const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', (type) => type === 'object' || type === 'array' || scalarTypes.includes(type)],
  ['description', (value) => typeof value === 'string'],
  ['title', annotation],
  ['default', annotation],
  ['examples', annotation],
  ['oneOf', (value, type, _node, parts) => type === undefined && areSchemas(value, parts)],
  ['properties', (value, type, _node, parts) => type === 'object' && areProperties(value, parts)],
  ['required', (value, type, node) => type === 'object' && areNames(value, node['properties'])],
  ['additionalProperties', (value, type) => type === 'object' && typeof value === 'boolean'],
  ['items', (value, type, _node, parts) => type === 'array' && parts.push(value) > 0],
  ['enum', (value, type) => scalarTypes.includes(type) && areScalars(value)],
  ['const', (value, type) => scalarTypes.includes(type) && isScalar(value)],
])

function areSchemas(value: JsonValue, parts: JsonValue[]): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  for (const branch of value) parts.push(branch)
  return true
}

function areProperties(value: JsonValue, parts: JsonValue[]): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const name of Object.keys(value)) parts.push(value[name] as JsonValue)
  return true
}

function areNames(value: JsonValue, properties: JsonValue = {}): boolean {
  return (
    Array.isArray(value) &&
    typeof properties === 'object' &&
    properties !== null &&
    value.every((name) => typeof name === 'string' && Object.hasOwn(properties, name))
  )
}

const areScalars = (value: JsonValue): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isScalar)

const isScalar = (value: JsonValue): boolean => typeof value !== 'object' || value === null
