import type { JsonSchemaScalar, JsonSchemaType, JsonValue } from '@millrace/schema'
import { deepest } from './allowance.ts'
import { follow } from './follow.ts'
import { meet } from './meet.ts'
import { isConstrained, type TypeNode } from './type-node.ts'

type Found = Readonly<Record<string, JsonValue>>

/** So many schemas of one document are read; the rest may be anything. */
const mostSchemas = 200_000

/** So many parts of an `allOf` are put together. */
const mostParts = 256

const types: readonly string[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

/**
 * Reads any JSON Schema as what types can say of it, in linear time: constraints that types lack are left out, references are
 * followed within the document, and recursion may be anything.
 */
export class ForeignReader {
  readonly #root: JsonValue
  readonly #known = new Map<JsonValue, TypeNode>()
  readonly #around = new Set<JsonValue>()
  #left = mostSchemas

  constructor(root: JsonValue) {
    this.#root = root
  }

  read(schema: JsonValue | undefined): TypeNode {
    if (!isRecord(schema)) return {}
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    if (this.#around.has(schema) || this.#around.size >= deepest || this.#left <= 0) return {}
    this.#left -= 1
    this.#around.add(schema)
    const node = this.#node(schema)
    this.#around.delete(schema)
    this.#known.set(schema, node)
    return node
  }

  #node(schema: Found): TypeNode {
    const { $ref, allOf, anyOf, oneOf, nullable, description } = schema
    let node = this.#own(schema)
    if (typeof $ref === 'string') node = meet(node, this.read(follow($ref, this.#root)))
    for (const part of Array.isArray(allOf) ? allOf.slice(0, mostParts) : [])
      node = meet(node, this.read(part))
    for (const branches of [anyOf, oneOf])
      if (Array.isArray(branches)) node = meet(node, this.#union(branches))
    if (nullable === true && isConstrained(node)) node = { oneOf: [node, { type: 'null' }] }
    return typeof description === 'string' ? { ...node, description } : node
  }

  /** What the schema says without the schemas that it is combined with. */
  #own(schema: Found): TypeNode {
    if (Object.hasOwn(schema, 'const')) return valuesNode([schema['const'] as JsonValue])
    if (Array.isArray(schema['enum'])) return valuesNode(schema['enum'])
    const found = typesOf(schema).map((type): TypeNode => {
      if (type === 'object') return this.#object(schema)
      return type === 'array' ? this.#array(schema) : { type }
    })
    return united(found)
  }

  #union(branches: readonly JsonValue[]): TypeNode {
    return united(branches.map((branch) => this.read(branch)))
  }

  #array({ items, prefixItems }: Found): TypeNode {
    return isRecord(items) && prefixItems === undefined
      ? { type: 'array', items: this.read(items) }
      : { type: 'array' }
  }

  #object({ properties, required, additionalProperties }: Found): TypeNode {
    const declared = isRecord(properties) ? Object.entries(properties) : []
    const read = declared.filter(([, property]) => property !== false)
    const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
    const entries = new Map<string, TypeNode>(names.map((name) => [name, {}]))
    const all = new Map<string, TypeNode>(read.map(([name, property]) => [name, this.read(property)]))
    for (const [name, node] of entries) if (!all.has(name)) all.set(name, node)
    return {
      type: 'object',
      ...(all.size > 0 ? { properties: Object.fromEntries(all) } : {}),
      ...(names.length > 0 ? { required: names } : {}),
      ...(additionalProperties === false ? { additionalProperties: false } : {}),
      ...(isRecord(additionalProperties) ? { values: this.read(additionalProperties) } : {}),
    }
  }
}

function typesOf(schema: Found): readonly JsonSchemaType[] {
  const { type } = schema
  if (type !== undefined) return (Array.isArray(type) ? type : [type]).filter(isType)
  if (['properties', 'required', 'additionalProperties'].some((key) => Object.hasOwn(schema, key)))
    return ['object']
  return isRecord(schema['items']) ? ['array'] : []
}

const isType = (name: JsonValue): name is JsonSchemaType => typeof name === 'string' && types.includes(name)

/** One of the nodes; anything where one of them may be anything. */
function united(nodes: readonly TypeNode[]): TypeNode {
  const [only] = nodes
  if (only === undefined || !nodes.every(isConstrained)) return {}
  return nodes.length === 1 ? only : { oneOf: nodes }
}

function valuesNode(values: readonly JsonValue[]): TypeNode {
  const byType = new Map<JsonSchemaType, JsonSchemaScalar[]>()
  for (const value of values) {
    if (typeof value === 'object' && value !== null) return {}
    const type = value === null ? 'null' : (typeof value as JsonSchemaType)
    const same = byType.get(type)
    if (same === undefined) byType.set(type, [value])
    else same.push(value)
  }
  return united([...byType].map(([type, same]) => (type === 'null' ? { type } : { type, enum: same })))
}

function isRecord(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
