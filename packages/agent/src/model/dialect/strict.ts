import type { JsonObject, JsonValue } from '@millrace/schema'
import { step } from './loosening.ts'
import { allowsObject } from './object-root.ts'
import { isNode } from './reference.ts'

const known = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  '$ref',
  '$defs',
  'definitions',
  'description',
  'title',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
])
/** Levels that strict mode takes. */
const deepestStrict = 10

/** A schema without its annotations that strict mode refuses: they say nothing about values. */
export function withoutAnnotations(node: JsonValue): JsonValue {
  if (Array.isArray(node)) return node.map(withoutAnnotations)
  if (!isNode(node)) return node
  const kept = Object.entries(node).filter(([key]) => key !== 'default' && key !== 'examples')
  return Object.fromEntries(kept.map(([key, value]) => [key, innerOf(key, value)]))
}

function innerOf(key: string, value: JsonValue): JsonValue {
  if (key === 'enum' || key === 'const' || key === 'required') return value
  if (!['properties', '$defs', 'definitions'].includes(key) || !isNode(value))
    return withoutAnnotations(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutAnnotations(one)]))
}

/** Why a schema cannot be sent as strict; nothing where it can. */
export function strictFault(
  node: JsonValue | undefined,
  at: string = '',
  depth: number = 0,
): string | undefined {
  if (!isNode(node) || Object.keys(node).length === 0) return `${at} allows every value`
  if (depth > deepestStrict) return `${at} is deeper than ${deepestStrict} levels`
  const foreign = Object.keys(node).find((key) => !known.has(key))
  if (foreign !== undefined) return `${step(at, foreign)} is unknown there`
  if (
    typeof node.$ref !== 'string' &&
    !['type', 'anyOf', 'enum', 'const'].some((key) => Object.hasOwn(node, key))
  ) {
    return `${at} names no type`
  }
  return objectFault(node, at) ?? innerFault(node, at, depth)
}

function objectFault(node: JsonObject, at: string): string | undefined {
  if (node.type === undefined || !allowsObject(node.type)) return undefined
  if (node.additionalProperties !== false) return `${at === '' ? 'the root' : at} takes further properties`
  const required = Array.isArray(node.required) ? new Set(node.required) : new Set()
  const optional = Object.keys(isNode(node.properties) ? node.properties : {}).find(
    (name) => !required.has(name),
  )
  return optional === undefined ? undefined : `${step(step(at, 'properties'), optional)} is optional`
}

function innerFault(node: JsonObject, at: string, depth: number): string | undefined {
  for (const key of ['properties', '$defs', 'definitions']) {
    for (const [name, inner] of Object.entries(isNode(node[key]) ? node[key] : {})) {
      const fault = strictFault(inner, step(step(at, key), name), depth + 1)
      if (fault !== undefined) return fault
    }
  }
  if (Object.hasOwn(node, 'items')) {
    const fault = strictFault(node.items, step(at, 'items'), depth + 1)
    if (fault !== undefined) return fault
  }
  for (const [index, inner] of (Array.isArray(node.anyOf) ? node.anyOf : []).entries()) {
    const fault = strictFault(inner, step(step(at, 'anyOf'), index), depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}
