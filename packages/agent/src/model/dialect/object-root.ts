import { canonicalJson, type JsonObject, type JsonValue } from '@millrace/schema'
import type { Loosenings } from './loosening.ts'
import { isNode, resolved } from './reference.ts'

/** Unions within unions at the root are followed this far. */
const deepestUnion = 8
/** Branches that are looked into; any further one is taken to allow everything. */
const mostBranches = 500
const unions = ['oneOf', 'anyOf', 'allOf'] as const
/** Left out at the root beside the unions, as providers refuse them there. */
const refusedAtRoot = ['enum', 'const', 'not', 'if', 'then', 'else', 'nullable']
const annotations = new Set([
  '$defs',
  'definitions',
  'description',
  'title',
  'default',
  'examples',
  '$schema',
])

/** What a branch of the root says of objects. */
interface Shape {
  readonly properties: ReadonlyMap<string, JsonValue>
  readonly required: ReadonlySet<string>
  readonly closed: boolean
}

/** A root without unions, and the unions that it had, for people and models. */
export interface Root {
  readonly schema: JsonObject
  readonly lost?: JsonObject
}

/**
 * The root of a schema as providers want it: of type object, and without unions, whose branches are merged into one
 * object that accepts at least as much. Arguments are always an object, so nothing else at the root can matter.
 */
export function objectRoot(parameters: JsonObject, loosened: Loosenings): Root {
  const root = withoutReference(parameters, parameters, loosened)
  const { type, properties, ...rest } = root
  if (type !== undefined && !allowsObject(type)) loosened.add('/type', 'replaced by object')
  const lost = Object.fromEntries(
    [...unions, ...refusedAtRoot].filter((key) => Object.hasOwn(rest, key)).map((key) => [key, rest[key]!]),
  )
  const base = { type: 'object', properties: isNode(properties) ? properties : {} }
  if (Object.keys(lost).length === 0) return { schema: { ...base, ...rest } }
  for (const key of Object.keys(lost)) loosened.add(`/${key}`, 'merged into one object')
  const shape = shapeOf(root, parameters, 0, { left: mostBranches })
  const kept = Object.entries(rest).filter(([key]) => !Object.hasOwn(lost, key) && !followsUnions.has(key))
  const schema: Record<string, JsonValue> = {
    type: 'object',
    properties: Object.fromEntries(shape.properties),
    ...Object.fromEntries(kept),
  }
  if (shape.required.size > 0) schema.required = [...shape.required]
  if (shape.closed) schema.additionalProperties = false
  return { schema, lost }
}

// What these say depends on the branches.
const followsUnions = new Set(['required', 'additionalProperties', 'unevaluatedProperties'])

/** A root that is a reference, with what it points at in its place. */
function withoutReference(root: JsonObject, document: JsonObject, loosened: Loosenings): JsonObject {
  let node = root
  for (let hops = 0; typeof node.$ref === 'string'; hops++) {
    const target = hops < deepestUnion ? resolved(document, node.$ref) : undefined
    if (!isNode(target)) loosened.add('/$ref', 'dropped, as it points nowhere,')
    const { $ref: _, ...siblings } = node
    const says = Object.keys(siblings).some((key) => !annotations.has(key))
    node =
      says && isNode(target)
        ? { ...siblings, allOf: [...listOf(siblings.allOf), target] }
        : merged(target, siblings)
  }
  return node
}

const merged = (target: JsonValue | undefined, siblings: JsonObject): JsonObject =>
  isNode(target) ? { ...target, ...siblings } : siblings

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : [])

/** Whether a `type` allows objects. */
export function allowsObject(type: JsonValue): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'))
}

/** How many branches may still be looked into. */
interface Budget {
  left: number
}

/** What a node says of the members of an object, or less. */
function shapeOf(node: JsonValue, document: JsonObject, depth: number, budget: Budget): Shape {
  if (!isNode(node) || depth > deepestUnion || budget.left-- <= 0) return anything
  const own: Shape = {
    properties: new Map(isNode(node.properties) ? Object.entries(node.properties) : []),
    required: new Set(listOf(node.required).filter((name) => typeof name === 'string')),
    closed: node.additionalProperties === false && !isNode(node.patternProperties),
  }
  const parts = [own]
  if (typeof node.$ref === 'string') {
    parts.push(shapeOf(resolved(document, node.$ref) ?? true, document, depth + 1, budget))
  }
  for (const branch of listOf(node.allOf)) parts.push(shapeOf(branch, document, depth + 1, budget))
  for (const key of ['oneOf', 'anyOf'] as const) {
    const branches = listOf(node[key]).filter(mayBeObject)
    if (branches.length > 0)
      parts.push(eitherOf(branches.map((branch) => shapeOf(branch, document, depth + 1, budget))))
  }
  return parts.reduce(bothOf)
}

const anything: Shape = { properties: new Map(), required: new Set(), closed: false }

const mayBeObject = (branch: JsonValue): boolean =>
  branch !== false && !(isNode(branch) && branch.type !== undefined && !allowsObject(branch.type))

/** What holds where both hold. */
function bothOf(a: Shape, b: Shape): Shape {
  const properties = new Map(a.properties)
  for (const [name, schema] of b.properties) {
    const before = properties.get(name)
    const isNews = before !== undefined && !same(before, schema) && !isEmpty(schema)
    if (before === undefined || isEmpty(before)) properties.set(name, schema)
    else if (isNews) properties.set(name, { allOf: [before, schema] })
  }
  return { properties, required: new Set([...a.required, ...b.required]), closed: a.closed || b.closed }
}

/** What holds wherever one of several holds. */
function eitherOf(shapes: readonly Shape[]): Shape {
  const names = new Set(shapes.flatMap((shape) => [...shape.properties.keys()]))
  const properties = new Map<string, JsonValue>()
  for (const name of names) {
    const isOpen = shapes.some((shape) => !shape.closed && !shape.properties.has(name))
    properties.set(name, isOpen ? {} : anyOf(shapes.flatMap((shape) => shape.properties.get(name) ?? [])))
  }
  const [first, ...others] = shapes
  const required = [...(first?.required ?? [])].filter((name) =>
    others.every((shape) => shape.required.has(name)),
  )
  return { properties, required: new Set(required), closed: shapes.every((shape) => shape.closed) }
}

function anyOf(schemas: readonly JsonValue[]): JsonValue {
  const distinct = [...new Map(schemas.map((schema) => [canonicalJson(schema), schema])).values()]
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct }
}

const isEmpty = (schema: JsonValue): boolean => isNode(schema) && Object.keys(schema).length === 0

const same = (a: JsonValue, b: JsonValue): boolean => a === b || canonicalJson(a) === canonicalJson(b)
