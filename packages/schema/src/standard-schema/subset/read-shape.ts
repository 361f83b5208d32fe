import type { JsonObject, JsonValue } from '../../json/value.ts'
import type { JsonSchemaScalar } from '../../json-schema/node.ts'
import { meet } from './meet.ts'
import { follow, resourceOf } from './references.ts'
import {
  anything,
  kinds,
  nothing,
  partOf,
  type ArrayPart,
  type Kind,
  type Notes,
  type ObjectPart,
  type Part,
  type Shape,
} from './shape.ts'
import { unite } from './unite.ts'

/** Schemas nested deeper than this are any JSON. */
const deepest = 100
/** So many schemas are read of one document, references followed; the rest is any JSON. */
const mostSchemas = 10_000

/** Reads any JSON Schema as the shape that allows at least what the schema accepts. */
export class ShapeReader {
  readonly #root: JsonObject
  /** Before draft 2019-09 a reference stands for the whole schema, whatever is beside it. */
  readonly #referenceAlone: boolean
  /** The schemas around the one that is being read; meeting one again is recursion. */
  readonly #around = new Set<JsonValue>()
  #read = 0

  constructor(root: JsonObject) {
    this.#root = root
    this.#referenceAlone = typeof root.$schema === 'string' && /draft-0[3467]/.test(root.$schema)
  }

  /** The shape of the whole document. */
  root(): Shape {
    return this.#shape(this.#root, this.#root)
  }

  #shape(schema: JsonValue | undefined, around: JsonObject): Shape {
    if (schema === false) return nothing
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return anything
    if (this.#around.has(schema) || this.#around.size >= deepest || this.#read >= mostSchemas) return anything
    this.#read += 1
    this.#around.add(schema)
    const shape = this.#object(schema, resourceOf(schema, around))
    this.#around.delete(schema)
    return shape
  }

  #object(schema: JsonObject, resource: JsonObject): Shape {
    const { $ref, allOf, anyOf, oneOf, nullable } = schema
    const notes = notesOf(schema)
    const target = typeof $ref === 'string' ? follow($ref, resource) : undefined
    const referred = target ? this.#shape(target.schema, target.resource) : anything
    if (typeof $ref === 'string' && this.#referenceAlone)
      return { parts: referred.parts, notes: referred.notes }
    const conjuncts = [{ parts: this.#parts(schema, resource), notes }]
    if (typeof $ref === 'string') conjuncts.push(referred)
    if (Array.isArray(allOf)) for (const each of allOf) conjuncts.push(this.#shape(each, resource))
    for (const branches of [anyOf, oneOf]) {
      if (Array.isArray(branches)) conjuncts.push(unite(branches.map((each) => this.#shape(each, resource))))
    }
    const shape = conjuncts.reduce(meet)
    // OpenAPI's word for a type that `null` is added to.
    return nullable === true ? { ...unite([{ ...shape, notes: {} }, nullOnly]), notes: shape.notes } : shape
  }

  /** What the keywords of the schema itself allow, its combinations aside. */
  #parts(schema: JsonObject, resource: JsonObject): readonly Part[] {
    const listed = listedValues(schema)
    return kindsOf(schema.type).flatMap((kind): readonly Part[] => {
      if (listed?.every((value) => kindOf(value) !== kind)) return []
      if (kind === 'array') return [this.#array(schema, resource)]
      if (kind === 'object') return [this.#objects(schema, resource)]
      const integer = kind === 'number' && isIntegerOnly(schema.type)
      const values = listed?.filter((value): value is JsonSchemaScalar => kindOf(value) === kind)
      const fitting = values?.filter((value) => !integer || Number.isInteger(value))
      if (fitting?.length === 0) return []
      const bare = { kind, notes: {}, ...(integer ? { integer } : {}) } as const
      return [fitting === undefined || kind === 'null' ? bare : { ...bare, values: fitting }]
    })
  }

  #array({ items, prefixItems }: JsonObject, resource: JsonObject): ArrayPart {
    const rest = items === undefined || Array.isArray(items) ? anything : this.#shape(items, resource)
    const first = Array.isArray(prefixItems) ? prefixItems.map((item) => this.#shape(item, resource)) : []
    const all = unite([...first, rest])
    // An array that nothing may stand in can still be empty.
    return { kind: 'array', ...(rest === anything ? {} : { items: all }), notes: {} }
  }

  #objects(schema: JsonObject, resource: JsonObject): ObjectPart {
    const { additionalProperties, patternProperties } = schema
    const properties = new Map<string, Shape>()
    if (isRecord(schema.properties)) {
      for (const [key, each] of Object.entries(schema.properties))
        properties.set(key, this.#shape(each, resource))
    }
    const required = new Set(Array.isArray(schema.required) ? schema.required.filter(isString) : [])
    for (const key of required) if (!properties.has(key)) properties.set(key, anything)
    const open = additionalProperties !== false || patternProperties !== undefined
    return { kind: 'object', properties, required, open, notes: {} }
  }
}

const nullOnly: Shape = { parts: [partOf('null')], notes: {} }

function kindsOf(type: JsonValue | undefined): readonly Kind[] {
  const named = (Array.isArray(type) ? type : [type]).map((each) => (each === 'integer' ? 'number' : each))
  const known = new Set(kinds.filter((kind) => named.includes(kind)))
  // A type that no draft knows says nothing that could be relied on.
  if (!named.every((each) => known.has(each as Kind))) return kinds
  return [...new Set(named as Kind[])]
}

function isIntegerOnly(type: JsonValue | undefined): boolean {
  return Array.isArray(type) ? type.includes('integer') && !type.includes('number') : type === 'integer'
}

function kindOf(value: JsonValue): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as Kind
}

/** The values that `enum` and `const` leave, or `undefined` for no limit. */
function listedValues(schema: JsonObject): readonly JsonValue[] | undefined {
  const listed = Array.isArray(schema.enum) ? schema.enum : undefined
  if (!Object.hasOwn(schema, 'const')) return listed
  const { const: only = null } = schema
  if (typeof only === 'object' && only !== null) return [only]
  return listed === undefined || listed.includes(only) ? [only] : []
}

function notesOf({ description, title, default: preset, examples }: JsonObject): Notes {
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof title === 'string' ? { title } : {}),
    ...(preset === undefined ? {} : { default: preset }),
    ...(examples === undefined ? {} : { examples }),
  }
}

function isRecord(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isString(value: JsonValue): value is string {
  return typeof value === 'string'
}
