import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { JsonSchemaError } from '../json-schema/errors.ts'
import { parameterSchemaSpecToJsonSchema, valueSchemaSpecToJsonSchema } from './compile.ts'
import type { ParameterSchemaSpec, ValueSchemaSpec } from './spec.ts'

const value = (spec: unknown): unknown => valueSchemaSpecToJsonSchema(spec as ValueSchemaSpec)
const parameters = (spec: unknown): unknown => parameterSchemaSpecToJsonSchema(spec as ParameterSchemaSpec)

/** The one complaint about a schema, without the words that every complaint begins with. */
function complaint(compile: () => unknown): string {
  try {
    compile()
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error
    expect(error.code).toBe('UNSUPPORTED_SCHEMA')
    expect(error.violations).toHaveLength(1)
    expect(error.message).toBe(`unsupported JSON schema: ${error.violations[0]}`)
    return error.violations[0] ?? ''
  }
  throw new Error('the schema was accepted')
}

describe('valueSchemaSpecToJsonSchema', () => {
  verifies(['contract:A1'], 'compiles every kind of node, and json to no constraint', () => {
    for (const type of ['string', 'number', 'integer', 'boolean', 'null', 'array'] as const) {
      expect(value({ type })).toEqual({ type })
    }
    expect(value({ type: 'json' })).toEqual({})
    expect(value({ type: 'json', description: 'anything' })).toEqual({ description: 'anything' })
    expect(value({ type: 'string', enum: ['a', 'b'], const: 'a' })).toEqual({
      type: 'string',
      enum: ['a', 'b'],
      const: 'a',
    })
    expect(value({ type: 'array', items: { type: 'json' } })).toEqual({ type: 'array', items: {} })
    expect(value({ oneOf: [{ type: 'string' }, { type: 'null' }] })).toEqual({
      oneOf: [{ type: 'string' }, { type: 'null' }],
    })
  })

  verifies(['contract:A1'], 'keeps the four annotations on every kind', () => {
    const notes = { description: 'd', title: 't', default: null, examples: [1, { a: [] }] }
    expect(value({ type: 'object', additionalProperties: true, ...notes })).toEqual({
      type: 'object',
      additionalProperties: true,
      ...notes,
    })
    expect(value({ oneOf: [{ type: 'string' }, { type: 'null' }], ...notes })).toEqual({
      oneOf: [{ type: 'string' }, { type: 'null' }],
      ...notes,
    })
  })

  verifies(['contract:A1', 'contract:A2'], 'turns required marks into a list, at every level', () => {
    const spec = {
      type: 'object',
      additionalProperties: false,
      properties: {
        a: { type: 'string', required: true },
        b: {
          type: 'object',
          additionalProperties: true,
          required: true,
          properties: { c: { type: 'null', required: true }, d: { type: 'null' } },
        },
        e: { type: 'boolean' },
      },
    }
    expect(value(spec)).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: {
        a: { type: 'string' },
        b: {
          type: 'object',
          additionalProperties: true,
          properties: { c: { type: 'null' }, d: { type: 'null' } },
          required: ['c'],
        },
        e: { type: 'boolean' },
      },
      required: ['a', 'b'],
    })
  })

  verifies(['contract:A3'], 'names the path of an unknown key, and the nearest known one', () => {
    expect(complaint(() => value({ type: 'string', descripton: 'd' }))).toBe(
      'schema.descripton is not supported in a schema node of kind string; did you mean "description"?',
    )
    expect(complaint(() => value({ type: 'array', items: { type: 'integer', exclusiveBound: 1 } }))).toBe(
      'schema.items.exclusiveBound is not supported in a schema node of kind integer (it has type, enum, const, description, title, default, examples)',
    )
    expect(complaint(() => value({ oneOf: [{ type: 'null' }, { type: 'null', items: {} }] }))).toMatch(
      /^schema\.oneOf\[1\]\.items is not supported in a schema node of kind null/,
    )
    expect(complaint(() => value({ type: 'string', toString: 1 }))).toMatch(
      /^schema\.toString is not supported/,
    )
  })

  verifies(['contract:A1', 'contract:A3'], 'refuses a wrong kind with the known ones', () => {
    expect(complaint(() => value({ type: 'strng' }))).toBe(
      'schema.type must be one of string, number, integer, boolean, null, array, object, json, or use oneOf; did you mean "string"?',
    )
    expect(complaint(() => value({}))).toMatch(/^schema\.type must be one of/)
    expect(complaint(() => value({ type: ['string', 'null'] }))).toMatch(
      /^schema\.type must be one of .*oneOf$/,
    )
    expect(complaint(() => value({ type: 'constructor' }))).toMatch(/^schema\.type must be one of/)
    expect(complaint(() => value({ type: 'null', oneOf: [] }))).toMatch(
      /^schema\.type cannot stand beside oneOf/,
    )
    expect(complaint(() => value({ oneOf: [{ type: 'null' }] }))).toBe(
      'schema.oneOf must be an array of at least two schema nodes',
    )
    expect(complaint(() => value({ oneOf: { 0: {}, 1: {} } }))).toMatch(/^schema\.oneOf must be an array/)
    expect(complaint(() => value({ type: 'object' }))).toMatch(/^schema\.additionalProperties must be said/)
    expect(complaint(() => value({ type: 'object', additionalProperties: {} }))).toMatch(
      /^schema\.additionalProperties must be said/,
    )
    expect(complaint(() => value({ type: 'object', additionalProperties: true, properties: [] }))).toBe(
      'schema.properties must be an object of schema nodes by name',
    )
    for (const spec of [null, undefined, 'string', 1, [], () => ({}), new Date(), new (class Node {})()]) {
      expect(complaint(() => value(spec))).toMatch(/^schema must be a schema node/)
    }
  })

  verifies(['contract:A2'], 'refuses required anywhere but on a property, and anything but true', () => {
    const place = /has a meaning only on a property/
    expect(complaint(() => value({ type: 'string', required: true }))).toMatch(
      /^schema\.required has a meaning/,
    )
    expect(complaint(() => value({ type: 'array', items: { type: 'string', required: true } }))).toMatch(
      place,
    )
    expect(complaint(() => value({ oneOf: [{ type: 'null' }, { type: 'string', required: true }] }))).toMatch(
      place,
    )
    for (const required of [false, undefined, null, 1, 'true']) {
      expect(complaint(() => parameters({ a: { type: 'string', required } }))).toBe(
        'parameters.a.required must be true when present: leave it out for an optional property',
      )
    }
    const list = { type: 'object', additionalProperties: true, properties: {}, required: ['a'] }
    expect(complaint(() => value(list))).toMatch(/^schema\.required is not a list here: put required: true/)
  })

  verifies(['contract:A3'], 'refuses members that are there but undefined', () => {
    for (const spec of [
      { type: 'array', items: undefined },
      { type: 'object', additionalProperties: true, properties: undefined },
      { type: 'string', enum: undefined },
      { type: 'string', description: undefined },
    ]) {
      expect(complaint(() => value(spec))).toMatch(/ is undefined: leave the key out$/)
    }
    expect(complaint(() => value({ type: undefined }))).toMatch(/^schema\.type must be one of/)
    expect(complaint(() => value({ oneOf: undefined }))).toMatch(/^schema\.oneOf is undefined/)
    expect(complaint(() => parameters({ a: undefined }))).toMatch(/^parameters\.a must be a schema node/)
  })

  verifies(['contract:A3'], 'refuses what inference and validation would see differently', () => {
    const hidden = Object.defineProperty({ type: 'string' }, 'enum', { value: ['a'] })
    expect(complaint(() => value(hidden))).toBe('schema must have only string keys that are enumerable')
    expect(complaint(() => value({ type: 'string', [Symbol('s')]: 1 }))).toMatch(
      /^schema must have only string keys/,
    )
    expect(complaint(() => parameters({ [Symbol('s')]: { type: 'string' } }))).toMatch(
      /^parameters must have only/,
    )
    const branches = [{ type: 'string' }, { type: 'null' }]
    const sparse = [...branches]
    sparse.length = 3
    const decorated = Object.assign([...branches], { note: 1 })
    const filled = Object.assign(sparse.slice(), { note: 1 })
    class Branches extends Array<unknown> {}
    const plain = /^schema\.oneOf must be a dense array without keys besides its indexes$/
    for (const oneOf of [sparse, decorated, filled]) expect(complaint(() => value({ oneOf }))).toMatch(plain)
    expect(complaint(() => value({ oneOf: Branches.from(branches) }))).toMatch(
      /^schema\.oneOf must be an array/,
    )
    expect(complaint(() => value({ type: 'string', enum: Object.assign([], { 1: 'a' }) }))).toMatch(
      /^schema\.enum/,
    )
  })

  verifies(['contract:A3'], 'refuses cycles, and takes one object in several places', () => {
    const array: Record<string, unknown> = { type: 'array' }
    array.items = { type: 'array', items: array }
    expect(complaint(() => value(array))).toBe(
      'schema.items.items is circular: a schema cannot contain itself',
    )
    const map: Record<string, unknown> = {}
    map.self = { type: 'object', additionalProperties: true, properties: map }
    expect(complaint(() => parameters(map))).toMatch(/^parameters\.self\.properties\.self is circular/)
    expect(complaint(() => parameters((map.self = map)))).toMatch(/is circular/)
    const shared = { type: 'string', description: 'd' }
    expect(value({ oneOf: [shared, { type: 'array', items: shared }] })).toEqual({
      oneOf: [
        { type: 'string', description: 'd' },
        { type: 'array', items: { type: 'string', description: 'd' } },
      ],
    })
    const mandatory = { type: 'string', required: true }
    expect(parameters({ a: mandatory, b: mandatory })).toMatchObject({ required: ['a', 'b'] })
    expect(complaint(() => parameters({ a: mandatory, b: { type: 'array', items: mandatory } }))).toMatch(
      /^parameters\.b\.items\.required has a meaning only/,
    )
  })

  verifies(['contract:A3'], 'stops at the first mistake, in the order of the author', () => {
    const spec = { a: { type: 'array', items: { type: 'x' } }, b: { type: 'y' }, c: 1 }
    expect(complaint(() => parameters(spec))).toMatch(/^parameters\.a\.items\.type/)
  })

  verifies(['contract:A3'], 'puts the compiled schema through the assertion of raw schemas', () => {
    for (const spec of [
      { type: 'string', enum: [] },
      { type: 'string', enum: [1] },
      { type: 'integer', enum: [1.5] },
      { type: 'number', const: Number.NaN },
      { type: 'string', enum: ['a'], const: 'b' },
      { type: 'string', description: 1 },
      { type: 'string', default: new Date() },
      { type: 'string', examples: [-0] },
    ]) {
      expect(() => value(spec), JSON.stringify(spec)).toThrow(JsonSchemaError)
      expect(() => parameters({ a: spec }), JSON.stringify(spec)).toThrow(JsonSchemaError)
    }
  })

  verifies(['contract:A3'], 'compiles unions nested 5,000 levels deep, and as many shared ones', () => {
    let deep: unknown = { type: 'string' }
    let shared: unknown = { type: 'array', items: { type: 'null' } }
    for (let level = 0; level < 5_000; level++) {
      deep = { oneOf: [deep, { type: 'null' }] }
      shared = { oneOf: [shared, shared] }
    }
    let node = value(deep) as { oneOf?: [unknown, unknown] }
    let levels = 0
    for (; node.oneOf !== undefined; node = node.oneOf[0] as typeof node) levels++
    expect(levels).toBe(5_000)
    expect(node).toEqual({ type: 'string' })
    expect(value(shared)).toHaveProperty('oneOf')
    expect(complaint(() => value({ oneOf: [deep, { type: 'nul' }] }))).toMatch(/^schema\.oneOf\[1\]\.type/)
  })
})

describe('parameterSchemaSpecToJsonSchema', () => {
  verifies(
    ['contract:A2'],
    'compiles to an open object with properties always, required where something is',
    () => {
      expect(parameters({})).toEqual({ type: 'object', properties: {} })
      expect(parameters({ a: { type: 'string' } })).toEqual({
        type: 'object',
        properties: { a: { type: 'string' } },
      })
      expect(parameters({ a: { type: 'string', required: true, description: 'd' } })).toEqual({
        type: 'object',
        properties: { a: { type: 'string', description: 'd' } },
        required: ['a'],
      })
    },
  )

  verifies(['contract:A2'], 'refuses what is not a map', () => {
    for (const spec of [null, undefined, 'a', [], () => ({})]) {
      expect(complaint(() => parameters(spec))).toBe('parameters must be an object of schema nodes by name')
    }
  })

  verifies(['contract:A3'], 'preserves a parameter called __proto__', () => {
    const spec = JSON.parse('{"__proto__":{"type":"string","required":true}}') as unknown
    const schema = parameters(spec) as { properties: object; required: string[] }
    expect(Object.keys(schema.properties)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(schema.properties)).toBe(Object.prototype)
    expect(schema.required).toEqual(['__proto__'])
  })

  verifies(['contract:A3'], 'reads the spec without changing it, and shares nothing of its structure', () => {
    const spec = Object.freeze({
      a: Object.freeze({ type: 'array', items: Object.freeze({ type: 'null' }) }),
    })
    const [first, second] = [parameters(spec), parameters(spec)]
    expect(first).toEqual(second)
    expect(first).not.toBe(second)
    expect((first as { properties: { a: object } }).properties.a).not.toBe(spec.a)
  })
})
