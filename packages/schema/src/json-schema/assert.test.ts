import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { snapshotJsonValue } from '../json/snapshot.ts'
import { assertObjectJsonSchema, assertSupportedJsonSchema } from './assert.ts'
import { JsonSchemaError } from './errors.ts'

function violationsOf(schema: unknown): readonly string[] {
  try {
    assertSupportedJsonSchema(schema)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(JsonSchemaError)
    expect(error).toMatchObject({ code: 'UNSUPPORTED_SCHEMA' })
    return (error as JsonSchemaError).violations
  }
}

describe('assertSupportedJsonSchema', () => {
  test('accepts every kind of node with everything that may stand in it', () => {
    const annotations = { description: 'd', title: 't', default: { any: [1] }, examples: [null] }
    const schema = {
      type: 'object',
      properties: {
        any: { ...annotations },
        nothing: {},
        text: { type: 'string', enum: ['a', 'b'], const: 'a', ...annotations },
        amount: { type: 'number', enum: [1.5, 2] },
        count: { type: 'integer', const: 3 },
        flag: { type: 'boolean', enum: [true] },
        none: { type: 'null', const: null },
        list: { type: 'array', items: { type: 'array', items: {} } },
        bare: { type: 'array' },
        either: { oneOf: [{ type: 'string' }, { oneOf: [{ type: 'null' }, {}] }], ...annotations },
        closed: { type: 'object', additionalProperties: false },
        open: { type: 'object', properties: {}, required: [], additionalProperties: true },
      },
      required: ['any', 'list'],
      additionalProperties: false,
      ...annotations,
    }
    expect(violationsOf(schema)).toEqual([])
    expect(violationsOf(snapshotJsonValue(schema))).toEqual([])
    const fixed = snapshotJsonValue(schema)
    expect(violationsOf(fixed)).toEqual(violationsOf(fixed))
  })

  verifies(['contract:J1'], 'refuses every keyword outside the subset, by its path', () => {
    for (const keyword of [
      '$ref',
      '$schema',
      'anyOf',
      'allOf',
      'pattern',
      'minimum',
      'format',
      'nullable',
      'x-own',
    ]) {
      const violations = violationsOf({ type: 'object', properties: { a: { type: 'string', [keyword]: 1 } } })
      expect(violations).toHaveLength(1)
      expect(violations[0]?.startsWith(`schema.properties.a.${keyword} is not a supported keyword`)).toBe(
        true,
      )
    }
    expect(violationsOf({ type: 'array', item: {} })).toEqual([
      'schema.item is not a supported keyword; did you mean items?',
    ])
  })

  verifies(['contract:J2'], 'refuses nodes that are no ordinary records', () => {
    const symbol = { [Symbol('s')]: 1 }
    const hidden = Object.defineProperty({}, 'type', { value: 'string' })
    for (const [node, what] of [
      [true, 'a boolean'],
      [null, 'null'],
      [undefined, 'undefined'],
      [[], 'an array'],
      ['string', 'a string'],
      [new Map(), 'an instance of Map'],
      [Object.create({ type: 'string' }), 'an object with a prototype of its own'],
      [symbol, 'an object with symbol keys'],
      [hidden, 'an object with non-enumerable keys'],
    ] as const) {
      expect(violationsOf({ type: 'array', items: node }).join()).toMatch(
        new RegExp(`^schema\\.items must be a schema object.*, not ${what}$`),
      )
      expect(violationsOf(node)).toHaveLength(1)
    }
    expect(violationsOf({ type: 'object', properties: { a: null, b: null } })).toHaveLength(2)
  })

  verifies(['contract:J2'], 'demands a type or oneOf before constraints', () => {
    expect(violationsOf({ properties: {}, enum: [1], description: 'd' })).toEqual([
      'schema.properties requires type or oneOf',
      'schema.enum requires type or oneOf',
    ])
  })

  verifies(
    ['contract:J2'],
    'lets nothing but annotations stand beside oneOf, and refuses each sibling',
    () => {
      const branches = [{ type: 'string' }, { type: 'null' }]
      expect(violationsOf({ oneOf: branches, type: 'object', properties: {}, const: 1, title: 't' })).toEqual(
        [
          'schema.type cannot stand beside oneOf',
          'schema.properties cannot stand beside oneOf',
          'schema.const cannot stand beside oneOf',
        ],
      )
      expect(violationsOf({ oneOf: branches.slice(1) })).toEqual([
        'schema.oneOf must have at least two branches',
      ])
      for (const oneOf of [
        undefined,
        {},
        'x',
        Object.assign([...branches], { extra: 1 }),
        Object.assign([], { 1: branches[0] }),
      ]) {
        expect(violationsOf({ oneOf }).join()).toMatch(
          /^schema\.oneOf must be an array of at least two schemas, not /,
        )
      }
      expect(violationsOf({ oneOf: [{ type: 'string' }, false] })).toEqual([
        'schema.oneOf[1] must be a schema object, not a boolean',
      ])
    },
  )

  verifies(['contract:J2'], 'has a message of its own for lists of types', () => {
    expect(violationsOf({ type: ['string', 'null'] })).toEqual([
      'schema.type must be one type name, not an array of them; use oneOf with a branch for each',
    ])
    expect(violationsOf({ type: 'date' }).join()).toContain(
      'schema.type must be one of object, array, string',
    )
    expect(violationsOf({ type: 'toString' }).join()).toContain('not "toString"')
    expect(violationsOf({ type: undefined }).join()).toContain('not undefined')
    expect(violationsOf({ type: { a: 1 } }).join()).toContain('not an object')
  })

  verifies(['contract:J3', 'fault:B020'], 'refuses keywords that mean nothing where they stand', () => {
    expect(violationsOf({ type: 'string', properties: { a: {} }, required: ['a'] })).toEqual([
      'schema.properties is only allowed with type "object"',
      'schema.required is only allowed with type "object"',
    ])
    expect(violationsOf({ type: 'object', items: {}, enum: ['a'], const: 'a' })).toEqual([
      'schema.items is only allowed with type "array"',
      'schema.enum is only allowed with a scalar type',
      'schema.const is only allowed with a scalar type',
    ])
    expect(violationsOf({ type: 'array', additionalProperties: true })).toEqual([
      'schema.additionalProperties is only allowed with type "object"',
    ])
  })

  verifies(['contract:J3'], 'checks what required, properties and additionalProperties hold', () => {
    expect(
      violationsOf({
        type: 'object',
        properties: { a: {} },
        required: ['a', 'b', 3, 'toString'],
        additionalProperties: {},
      }),
    ).toEqual([
      'schema.required[1] names "b", which is not in properties',
      'schema.required[2] must be a string, not an integer',
      'schema.required[3] names "toString", which is not in properties',
      'schema.additionalProperties must be true or false',
    ])
    expect(violationsOf({ type: 'object', required: ['a'] }).join()).toContain('names "a"')
    expect(violationsOf({ type: 'object', required: 'a' }).join()).toContain(
      'must be an array of property names',
    )
    expect(violationsOf({ type: 'object', properties: [] }).join()).toContain(
      'schema.properties must be an object of schemas',
    )
    expect(violationsOf({ type: 'object', properties: 1, required: ['a'] })).toHaveLength(1)
    const own = JSON.parse(
      '{"type":"object","properties":{"__proto__":{}},"required":["__proto__"]}',
    ) as unknown
    expect(violationsOf(own)).toEqual([])
  })

  verifies(['contract:J3'], 'checks what enum and const hold', () => {
    expect(violationsOf({ type: 'integer', enum: [1, 1.5, 'x', -0, Number.NaN, null], const: 2 })).toEqual([
      'schema.enum[1] must be an integer, not a number with a fraction',
      'schema.enum[2] must be an integer, not a string',
      'schema.enum[3] must be an integer, not -0',
      'schema.enum[4] must be an integer, not NaN',
      'schema.enum[5] must be an integer, not null',
      'schema.const must be one of enum',
    ])
    expect(violationsOf({ type: 'string', enum: [] })).toEqual(['schema.enum must not be empty'])
    expect(violationsOf({ type: 'string', enum: 'ab' }).join()).toContain(
      'schema.enum must be a non-empty array',
    )
    expect(violationsOf({ type: 'number', const: Number.POSITIVE_INFINITY })).toEqual([
      'schema.const must be a number, not Infinity',
    ])
    expect(violationsOf({ type: 'null', const: 0 })).toEqual(['schema.const must be null, not an integer'])
    expect(violationsOf({ type: 'string', const: undefined })).toHaveLength(1)
  })

  verifies(['contract:J3'], 'checks what annotations hold', () => {
    expect(
      violationsOf({ description: 1, title: null, default: { deep: [undefined] }, examples: new Set() }),
    ).toEqual([
      'schema.description must be a string, not an integer',
      'schema.title must be a string, not null',
      'schema.default must be lossless JSON',
      'schema.examples must be lossless JSON',
    ])
  })

  verifies(
    ['contract:J4', 'security:J5'],
    'collects every violation: first those of a node, then those inside it',
    () => {
      const schema = {
        type: 'object',
        properties: {
          a: { type: 'array', items: { type: 'string', pattern: 'x' }, minItems: 1 },
          b: { type: 'any' },
        },
        required: ['c'],
        minProperties: 1,
      }
      const violations = violationsOf(schema)
      expect(violations.map((line) => line.split(' ')[0])).toEqual([
        'schema.minProperties',
        'schema.required[0]',
        'schema.properties.a.minItems',
        'schema.properties.a.items.pattern',
        'schema.properties.b.type',
      ])
      expect(new JsonSchemaError(violations).message).toBe(
        `unsupported JSON schema: ${violations.join('; ')}`,
      )
      expect(Object.isFrozen(violations)).toBe(true)
    },
  )

  verifies(['contract:J4'], 'lists all violations, and says some dozens of them', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x${index}`, 1]))
    const violations = violationsOf(many)
    expect(violations).toHaveLength(200)
    expect(new JsonSchemaError(violations).message).toMatch(/and 150 more$/)
  })

  verifies(['contract:J4'], 'reports circles, and takes nodes that stand in several places', () => {
    const circular: Record<string, unknown> = { type: 'object' }
    circular['properties'] = { self: { type: 'array', items: circular } }
    expect(violationsOf(circular)).toEqual([
      'schema.properties.self.items is circular: a schema cannot contain itself',
    ])
    const shared = { type: 'string' }
    const schema = { type: 'object', properties: { a: shared, b: { type: 'array', items: shared } } }
    expect(violationsOf(schema)).toEqual([])
    let wide: unknown = { type: 'null' }
    for (let level = 0; level < 100; level++) wide = { type: 'object', properties: { a: wide, b: wide } }
    expect(violationsOf(wide)).toEqual([])
  })

  verifies(['contract:J4'], 'takes schemas of another realm', () => {
    expect(
      violationsOf(
        runInNewContext('({ type: "object", properties: { a: { type: "string", enum: ["x"] } } })'),
      ),
    ).toEqual([])
  })

  verifies(['security:J2'], 'looks at each property once, and survives what throws', () => {
    let reads = 0
    const schema = { type: 'object', get properties() { reads++; return {} } } // oxfmt-ignore
    expect(violationsOf(schema)).toEqual([])
    expect(reads).toBe(1)
    const thrower = { type: 'object', get properties(): never { throw new Error('mine') } } // oxfmt-ignore
    expect(violationsOf(thrower).join()).toContain('a value that throws when it is read')
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(violationsOf({ type: 'array', items: proxy }).join()).toContain(
      'schema.items must be a schema object',
    )
  })

  verifies(['contract:J5'], 'demands an object root where one is needed, when nothing else is wrong', () => {
    const refusal = (schema: unknown): readonly string[] => {
      try {
        assertObjectJsonSchema(schema)
        return []
      } catch (error) {
        return (error as JsonSchemaError).violations
      }
    }
    expect(refusal({ type: 'object' })).toEqual([])
    for (const schema of [{ type: 'string' }, {}, { oneOf: [{ type: 'object' }, { type: 'null' }] }]) {
      expect(refusal(schema)).toEqual(['schema.type must be "object" (structured output is object-rooted)'])
    }
    expect(refusal({ type: 'string', pattern: 'x' })).toEqual(['schema.pattern is not a supported keyword'])
  })
})
