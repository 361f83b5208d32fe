import type { JsonValue } from '@millrace/schema'
import { isRecord } from '../../is-record.ts'

const mark = 'x-mcp-header'
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const types: readonly unknown[] = ['string', 'integer', 'boolean']

/** Where schemas stand inside of schemas, other than as properties. */
const inner =
  'items prefixItems contains additionalProperties unevaluatedProperties unevaluatedItems propertyNames patternProperties dependentSchemas oneOf anyOf allOf not if then else $defs definitions'.split(
    ' ',
  )
const named = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions'])

interface Place {
  readonly node: JsonValue | undefined
  /** Whether a value stands here for certain, and alone. */
  readonly isCertain: boolean
}

/**
 * Why a tool of a server by HTTP must be left out: its schema wants arguments in headers where they cannot be. Nothing
 * where it wants none, or all is well.
 */
export function headerFault(schema: JsonValue): string | undefined {
  const taken = new Set<string>()
  // The root itself is no argument.
  if (isRecord(schema) && mark in schema) return 'all arguments at once'
  const open: Place[] = [{ node: schema, isCertain: true }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node, isCertain } = place
    if (!isRecord(node)) continue
    if (mark in node) {
      const fault = faultOf(node, isCertain, taken)
      if (fault !== undefined) return fault
    }
    const parts = [...propertiesOf(node, isCertain), ...inner.flatMap((keyword) => innerOf(node, keyword))]
    for (const part of parts) open.push(part)
  }
  return undefined
}

function propertiesOf(node: Readonly<Record<string, unknown>>, isCertain: boolean): Place[] {
  const { properties } = node
  if (!isRecord(properties)) return []
  return Object.values(properties).map((child) => ({ node: child as JsonValue, isCertain }))
}

function innerOf(node: Readonly<Record<string, unknown>>, keyword: string): Place[] {
  const value = node[keyword] as JsonValue | undefined
  if (value === undefined) return []
  const schemas = Array.isArray(value)
    ? value
    : isRecord(value) && named.has(keyword)
      ? Object.values(value)
      : [value]
  return schemas.map((schema) => ({ node: schema as JsonValue, isCertain: false }))
}

function faultOf(
  node: Readonly<Record<string, unknown>>,
  isCertain: boolean,
  taken: Set<string>,
): string | undefined {
  const name = node[mark]
  if (!isCertain) return 'an argument that may be absent or of several kinds'
  if (typeof name !== 'string' || !token.test(name)) return 'a header whose name is none'
  if (!types.includes(node['type'])) return 'an argument that is no text, integer, or yes or no'
  if (taken.has(name.toLowerCase())) return 'two arguments in one header'
  taken.add(name.toLowerCase())
  return undefined
}
