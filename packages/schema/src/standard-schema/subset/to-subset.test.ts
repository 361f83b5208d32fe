import { describe, expect } from 'vitest'
import { z } from 'zod'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { assertSupportedJsonSchema } from '../../json-schema/assert.ts'
import { snapshotJsonValue } from '../../json/snapshot.ts'
import { readForeignSchema } from '../read-json-schema.ts'
import { toSubsetSchema } from './to-subset.ts'

/** The widened schema, asserted to be in the subset. */
function widen(schema: unknown): unknown {
  const widened = toSubsetSchema(schema)
  assertSupportedJsonSchema(widened)
  return widened
}

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more })
const tagged = (tag: string, more: object = {}): object =>
  object({ kind: { const: tag }, ...more }, { required: ['kind'] })

describe('toSubsetSchema', () => {
  verifies(['contract:R11'], 'returns a schema of the subset as it is', () => {
    const schema = snapshotJsonValue(object({ a: { oneOf: [{ type: 'string' }, { type: 'null' }] } }))
    expect(widen(schema)).toBe(schema)
    expect(widen({})).toEqual({})
  })

  verifies(['contract:R11'], 'leaves out constraints that the subset lacks, and keeps annotations', () => {
    expect(
      widen({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'T',
        description: 'D',
        type: 'object',
        properties: {
          a: { type: 'string', pattern: '^a', minLength: 1, description: 'text', examples: ['aa'] },
          b: { type: 'integer', minimum: 1, default: 3, deprecated: true },
          c: { type: 'array', items: { type: 'number', multipleOf: 2 }, uniqueItems: true },
        },
        required: ['a', 'd'],
        additionalProperties: false,
      }),
    ).toEqual({
      title: 'T',
      description: 'D',
      type: 'object',
      properties: {
        a: { type: 'string', description: 'text', examples: ['aa'] },
        b: { type: 'integer', default: 3 },
        c: { type: 'array', items: { type: 'number' } },
        d: {},
      },
      required: ['a', 'd'],
      additionalProperties: false,
    })
  })

  verifies(['contract:R11'], 'opens an object whose undeclared keys are allowed in some way', () => {
    const a = { a: { type: 'string' } }
    expect(widen(object(a, { additionalProperties: { type: 'number' } }))).toEqual(object(a))
    expect(widen(object(a, { patternProperties: { '^x': {} }, additionalProperties: false }))).toEqual(
      object(a),
    )
    expect(widen(object(a, { unevaluatedProperties: false }))).toEqual(object(a))
    expect(widen({ type: 'object', propertyNames: { pattern: 'x' } })).toEqual({ type: 'object' })
  })

  verifies(['contract:R11', 'fault:B017'], 'writes type lists and boolean schemas out', () => {
    expect(
      widen({
        type: 'object',
        properties: {
          rows: { type: ['array', 'null'], items: { type: ['object', 'null'], properties: { value: true } } },
        },
      }),
    ).toEqual({
      type: 'object',
      properties: {
        rows: {
          oneOf: [
            {
              type: 'array',
              items: { oneOf: [{ type: 'object', properties: { value: {} } }, { type: 'null' }] },
            },
            { type: 'null' },
          ],
        },
      },
    })
    expect(widen({ type: ['integer', 'number'] })).toEqual({ type: 'number' })
    expect(widen({ type: ['string'] })).toEqual({ type: 'string' })
    expect(widen({ type: ['string', 'uuid'] })).toEqual({})
    expect(widen({ type: 'any', description: 'd' })).toEqual({ description: 'd' })
    expect(widen(true)).toEqual({})
    expect(widen(false)).toEqual({})
    expect(widen(object({ a: false }))).toEqual(object({ a: {} }))
    expect(widen({ type: 'string', nullable: true, description: 'd' })).toEqual({
      oneOf: [{ type: 'string' }, { type: 'null' }],
      description: 'd',
    })
  })

  verifies(['contract:R11'], 'sorts enum and const by kind', () => {
    expect(widen({ enum: ['a', 'b'] })).toEqual({ type: 'string', enum: ['a', 'b'] })
    expect(widen({ const: 'a' })).toEqual({ type: 'string', const: 'a' })
    expect(widen({ enum: ['a', 1, 2, null, true] })).toEqual({
      oneOf: [
        { type: 'string', const: 'a' },
        { type: 'number', enum: [1, 2] },
        { type: 'boolean', const: true },
        { type: 'null' },
      ],
    })
    expect(widen({ type: 'integer', enum: [1, 1.5, 'x'] })).toEqual({ type: 'integer', const: 1 })
    expect(widen({ enum: [{ a: 1 }, [1]] })).toEqual({ oneOf: [{ type: 'array' }, { type: 'object' }] })
    expect(widen({ const: { a: 1 } })).toEqual({ type: 'object' })
    expect(widen({ enum: ['a', 'b'], const: 'b' })).toEqual({ type: 'string', const: 'b' })
    expect(widen({ enum: ['a'], const: 'b' })).toEqual({})
    expect(widen({ type: 'string', enum: [1] })).toEqual({})
  })

  verifies(['contract:R11'], 'makes a oneOf of branches that cannot overlap', () => {
    expect(widen({ anyOf: [{ type: 'string', description: 'name' }, { type: 'null' }] })).toEqual({
      oneOf: [{ type: 'string', description: 'name' }, { type: 'null' }],
    })
    expect(widen({ description: 'd', anyOf: [tagged('a', { n: { minimum: 1 } }), tagged('b')] })).toEqual({
      description: 'd',
      oneOf: [
        object({ kind: { type: 'string', const: 'a' }, n: {} }, { required: ['kind'] }),
        object({ kind: { type: 'string', const: 'b' } }, { required: ['kind'] }),
      ],
    })
    expect(widen({ anyOf: [tagged('a'), object({ kind: { const: 'b' } })] })).toHaveProperty(
      'oneOf.length',
      2,
    )
    const nested = (tag: string): object => object({ meta: tagged(tag) }, { required: ['meta'] })
    expect(widen({ anyOf: [nested('a'), nested('b')] })).toHaveProperty('oneOf.length', 2)
  })

  verifies(['contract:R11'], 'merges branches that may overlap, so that no value matches twice', () => {
    expect(widen({ anyOf: [{ const: 'x' }, { const: 'y' }, { type: 'null' }] })).toEqual({
      oneOf: [{ type: 'string', enum: ['x', 'y'] }, { type: 'null' }],
    })
    expect(widen({ anyOf: [{ type: 'string' }, { const: 'y' }] })).toEqual({ type: 'string' })
    expect(widen({ anyOf: [{ type: 'integer' }, { enum: [1, 2] }] })).toEqual({ type: 'integer' })
    expect(widen({ anyOf: [{ type: 'integer' }, { enum: [1, 2.5] }] })).toEqual({ type: 'number' })
    expect(
      widen({
        oneOf: [
          { type: 'number', minimum: 1 },
          { type: 'number', maximum: 0 },
        ],
      }),
    ).toEqual({
      type: 'number',
    })
    const a = object({ a: { type: 'string' }, s: { type: 'null' } }, { required: ['a'] })
    const b = object({ b: { type: 'string' }, s: { type: 'string' } }, { required: ['b'] })
    expect(widen({ anyOf: [a, b] })).toEqual(
      object({ a: {}, s: { oneOf: [{ type: 'null' }, { type: 'string' }] }, b: {} }),
    )
    const closed = { additionalProperties: false }
    expect(
      widen({
        anyOf: [
          { ...a, ...closed },
          { ...b, ...closed },
        ],
      }),
    ).toEqual(
      object(
        {
          a: { type: 'string' },
          s: { oneOf: [{ type: 'null' }, { type: 'string' }] },
          b: { type: 'string' },
        },
        closed,
      ),
    )
    expect(
      widen({
        anyOf: [
          { type: 'array', items: { const: 1 } },
          { type: 'array', items: { const: 'a' } },
        ],
      }),
    ).toEqual({
      type: 'array',
      items: {
        oneOf: [
          { type: 'number', const: 1 },
          { type: 'string', const: 'a' },
        ],
      },
    })
    expect(widen({ anyOf: [{ type: 'array', items: { const: 1 } }, { type: 'array' }] })).toEqual({
      type: 'array',
    })
    expect(widen({ anyOf: [false, { type: 'string' }] })).toEqual({ type: 'string' })
    expect(widen({ anyOf: [true, { type: 'string' }] })).toEqual({})
    expect(widen({ anyOf: [tagged('a', { d: {} }), tagged('a', { d: { title: 't' } })] })).toMatchObject({
      properties: { kind: { type: 'string', const: 'a' } },
    })
    const untagged = [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } })]
    expect(widen({ anyOf: untagged })).not.toHaveProperty('oneOf')
    const all = ['number', 'boolean', 'null', 'array', 'object'].map((type) => ({ type }))
    const tooWide = object({ kind: { anyOf: [{ const: 'a' }, ...all] } }, { required: ['kind'] })
    expect(widen({ anyOf: [tooWide, tagged('b')] })).toEqual(object({ kind: {} }, { required: ['kind'] }))
  })

  verifies(['contract:R11'], 'gives up telling apart the branches of a huge union', () => {
    const many = widen({ anyOf: Array.from({ length: 200 }, (_, index) => tagged(`t${index}`)) })
    expect((many as { oneOf: unknown[] }).oneOf.length).toBeLessThanOrEqual(64)
  })

  verifies(['contract:R11'], 'combines what stands side by side', () => {
    expect(
      widen({
        description: 'outer',
        properties: { a: { type: 'string' } },
        allOf: [
          { type: 'object', required: ['a'], description: 'inner', title: 'inner' },
          { properties: { a: { enum: ['x', 1] }, b: { type: 'array', items: { type: 'number' } } } },
          { properties: { b: { items: { type: 'integer' } } } },
          { properties: { b: { type: 'array' } } },
        ],
      }),
    ).toEqual({
      description: 'outer',
      title: 'inner',
      type: 'object',
      properties: { a: { type: 'string', const: 'x' }, b: { type: 'array', items: { type: 'integer' } } },
      required: ['a'],
    })
    expect(widen({ allOf: [{ type: 'string' }, { type: 'number' }] })).toEqual({})
    expect(widen({ type: 'number', allOf: [{ type: 'integer' }, { enum: [1, 1.5] }] })).toEqual({
      type: 'integer',
      const: 1,
    })
    expect(widen({ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] })).toEqual({
      type: 'string',
      const: 'b',
    })
    const closed = object({ a: {} }, { additionalProperties: false })
    expect(widen({ ...closed, anyOf: [object({ a: { type: 'null' }, b: {} })] })).toEqual(
      object({ a: { type: 'null' } }, { additionalProperties: false }),
    )
    expect(widen({ ...closed, allOf: [{ required: ['b'] }] })).not.toHaveProperty('required')
    expect(
      widen({ type: 'object', properties: { z: {} }, oneOf: [tagged('a'), tagged('b')] }),
    ).toHaveProperty('oneOf.1.properties.z')
    const half = (name: string, from: number): object => ({
      anyOf: Array.from({ length: 20 }, (_, index) =>
        object({ [name]: { const: `t${index + from}` } }, { required: [name] }),
      ),
    })
    expect(widen({ allOf: [half('a', 0), half('b', 0)] })).toHaveProperty('oneOf.length', 20)
  })

  verifies(['contract:R11'], 'covers tuples by what may stand anywhere in them', () => {
    const first = [{ type: 'string' }, { type: 'number' }]
    const either = { oneOf: [{ type: 'string' }, { type: 'number' }] }
    expect(widen({ type: 'array', prefixItems: first, items: false })).toEqual({
      type: 'array',
      items: either,
    })
    expect(widen({ type: 'array', prefixItems: first, items: { const: 'x' } })).toEqual({
      type: 'array',
      items: either,
    })
    expect(widen({ type: 'array', prefixItems: first })).toEqual({ type: 'array' })
    expect(widen({ type: 'array', items: first })).toEqual({ type: 'array' })
    expect(widen({ type: 'array', items: false })).toEqual({ type: 'array', items: {} })
  })

  verifies(['contract:R11'], 'keeps a property called __proto__, and takes no inherited keyword', () => {
    const schema = JSON.parse(
      '{"type":"object","minProperties":1,"properties":{"__proto__":{"type":"null"}}}',
    ) as object
    const widened = widen(schema) as { properties: object }
    expect(Object.keys(widened.properties)).toEqual(['__proto__'])
    expect(widen(object({ a: { $ref: '#/constructor' } }, { minProperties: 1 }))).toEqual(object({ a: {} }))
  })

  verifies(['contract:R11'], 'refuses what is not lossless JSON', () => {
    expect(() => toSubsetSchema({ type: 'number', minimum: Number.NaN })).toThrow(/not lossless JSON/)
    expect(toSubsetSchema('text')).toEqual({})
    expect(toSubsetSchema([{ type: 'string' }])).toEqual({})
  })

  verifies(['contract:R11'], 'comes near to what a schema library says', () => {
    const schema = z.strictObject({
      path: z.string().min(1).describe('where'),
      lines: z.tuple([z.number().int(), z.number().int()]).optional(),
      target: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('file'), size: z.number().int().nonnegative() }),
        z.strictObject({ kind: z.literal('link'), to: z.string().nullable() }),
      ]),
    })
    expect(widen(readForeignSchema(schema, 'parameters').jsonSchema)).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['path', 'target'],
      properties: {
        path: { type: 'string', description: 'where' },
        lines: { type: 'array', items: { type: 'integer' } },
        target: {
          oneOf: [
            { properties: { kind: { type: 'string', const: 'file' }, size: { type: 'integer' } } },
            { properties: { to: { oneOf: [{ type: 'string' }, { type: 'null' }] } } },
          ],
        },
      },
    })
  })
})
