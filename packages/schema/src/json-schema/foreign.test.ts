import { readFile } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { JsonValue } from '../json/value.ts'
import { JsonSchemaError } from './errors.ts'
import { compileForeignSchema } from './foreign.ts'

const definitions = {
  type: 'object',
  properties: { q: { $ref: '#/$defs/Q' } },
  required: ['q'],
  $defs: {
    Q: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 50 },
      },
      required: ['query'],
      additionalProperties: false,
    },
  },
}

async function violationsOf(schema: JsonValue, value: JsonValue): Promise<string[]> {
  return (await compileForeignSchema(schema))(value)
}

async function refusalOf(schema: JsonValue, remotes: Record<string, JsonValue> = {}): Promise<string> {
  const error: unknown = await compileForeignSchema(schema, { remotes }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(JsonSchemaError)
  return (error as JsonSchemaError).violations.join()
}

describe('compileForeignSchema', () => {
  verifies(['fault:B014'], 'resolves local references', async () => {
    const check = await compileForeignSchema(definitions)
    expect(check({ q: { query: 'x', limit: 3 } })).toEqual([])
    expect(check({})).toEqual(['missing required property "q"'])
    expect(check({ q: { limit: 0.5, extra: 1 } })).toEqual([
      '"q.limit" must be an integer, received a number with a fraction',
      '"q.limit" must be at least 1',
      'missing required property "q.query"',
      '"q.extra" is not a declared property (additionalProperties: false)',
    ])
  })

  verifies(['fault:B014'], 'follows references that come back to where they began', async () => {
    const tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      required: ['children'],
    }
    expect(await violationsOf(tree, { children: [{ children: [] }] })).toEqual([])
    expect(await violationsOf(tree, { children: [{ children: [{}] }] })).toEqual([
      'missing required property "children[0].children[0].children"',
    ])
  })

  test('puts the common keywords into words', async () => {
    for (const [schema, value, line] of [
      [{ type: ['string', 'null'] }, 1, 'must be a string or null, received an integer'],
      [{ const: { a: [1] } }, 1, 'must be {"a":[1]}'],
      [{ enum: ['a', 1] }, 'b', 'must be one of ["a",1]'],
      [{ minimum: 2 }, 1, 'must be at least 2'],
      [{ maximum: 2 }, 3, 'must be at most 2'],
      [{ exclusiveMinimum: 2 }, 2, 'must be greater than 2'],
      [{ exclusiveMaximum: 2 }, 2, 'must be less than 2'],
      [{ multipleOf: 2 }, 3, 'must be a multiple of 2'],
      [{ minLength: 1 }, '', 'must have at least 1 character'],
      [{ maxLength: 2 }, 'abc', 'must have at most 2 characters'],
      [{ minItems: 1 }, [], 'must have at least 1 item'],
      [{ maxItems: 0 }, [1], 'must have at most 0 items'],
      [{ minProperties: 1 }, {}, 'must have at least 1 property'],
      [{ maxProperties: 0 }, { a: 1 }, 'must have at most 0 properties'],
      [{ pattern: '^a' }, 'b', 'must match the pattern ^a'],
      [{ uniqueItems: true }, [1, 1], 'must not have the same item twice'],
      [{ not: { type: 'string' } }, 'x', 'must not match the schema under not'],
      [{ contains: { type: 'null' } }, [1], 'must contain as many matching items as the schema asks for'],
      [{ items: false }, [1], 'is not allowed'],
      [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'does not satisfy dependentRequired'],
      [false, 1, 'is not allowed'],
    ] as const) {
      const lines = await violationsOf(schema as JsonValue, value as JsonValue)
      expect(lines.join()).toContain(line)
      expect(lines[0]).toMatch(/^"(arguments|\[0\])" /)
    }
    const names = { properties: { x: { propertyNames: { maxLength: 1 } } } }
    expect(await violationsOf(names, { x: { long: 1 } })).toEqual(['"x.long" must have at most 1 character'])
    expect(await violationsOf({ unevaluatedProperties: false }, { b: 1 })).toEqual([
      '"b" is not a declared property (unevaluatedProperties: false)',
    ])
    expect(await violationsOf({ anyOf: [{ type: 'null' }, { type: 'string' }] }, 1)).toContain(
      '"arguments" must match at least one anyOf branch',
    )
    expect(await violationsOf({ oneOf: [{}, {}] }, 1)).toEqual([
      '"arguments" must match exactly one oneOf branch',
    ])
  })

  test('names places in keys that look like pointers, and bounds the number of lines', async () => {
    const schema = { additionalProperties: { type: 'null' } }
    expect(await violationsOf(schema, { 'a/b~c': 1, '0': 1 })).toEqual([
      '"0" must be null, received an integer',
      '"a/b~c" must be null, received an integer',
    ])
    const lines = await violationsOf(
      { items: { type: 'null' } },
      Array.from({ length: 30 }, () => 1),
    )
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toBe('and 10 more violations')
    const required = Array.from({ length: 1_000 }, (_, index) => `key ${index}`)
    const missing = await violationsOf({ required }, {})
    expect(missing).toHaveLength(21)
    expect(missing.at(-1)).toBe('and 980 more violations')
  })

  test('respects the draft that a schema names', async () => {
    const tuple = { items: [{ type: 'string' }], additionalItems: false }
    const named = (draft: string): JsonValue => ({ $schema: draft, ...tuple })
    for (const draft of [
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2019-09/schema',
    ]) {
      expect(await violationsOf(named(draft), ['x'])).toEqual([])
      expect(await violationsOf(named(draft), ['x', 1])).not.toEqual([])
    }
    const old = { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true }
    expect(await violationsOf(old, 1)).toEqual(['"arguments" does not satisfy minimum'])
    expect(await violationsOf({ $schema: 'http://json-schema.org/draft-06/schema#', const: 1 }, 1)).toEqual(
      [],
    )
    expect(await refusalOf({ $schema: 'https://example.com/own', type: 'string' })).toContain(
      'unknown dialect',
    )
  })

  test('takes documents that are known here, and what they need themselves', async () => {
    const remotes = {
      'https://example.com/person': { type: 'object', properties: { name: { $ref: 'name' } } },
      'https://example.com/name': { type: 'string' },
      'https://example.com/broken': { $schema: 'https://example.com/nowhere', type: 'string' },
    }
    const check = await compileForeignSchema({ $ref: 'https://example.com/person' }, { remotes })
    expect(check({ name: 'x' })).toEqual([])
    expect(check({ name: 1 })).toEqual(['"name" must be a string, received an integer'])
    expect(await refusalOf({ $ref: 'https://example.com/broken' }, remotes)).toContain(
      "unknown dialect 'https://example.com/nowhere'",
    )
    expect(await refusalOf({ $ref: 'https://example.com/person' })).toContain(
      'It is not known here, and nothing is ever fetched.',
    )
  })

  test('refuses schemas that are wrong, saying where', async () => {
    expect(await refusalOf({ properties: { a: { type: 'text' } } })).toMatch(
      /^schema\.properties\.a\.type is not valid JSON Schema$/,
    )
    expect(await refusalOf({ $ref: '#/$defs/none' })).toContain('schema cannot be used')
    expect(await refusalOf({ $ref: '#nowhere' })).toContain('nowhere')
    expect(await refusalOf(3)).toContain('schema')
  })
})

describe('a hostile foreign schema', () => {
  verifies(['security:J5'], 'makes nothing be fetched, neither by net nor from a file', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('fetched'))
    const readable = new URL('../../package.json', import.meta.url)
    await readFile(readable)
    for (const $ref of [
      'http://127.0.0.1:9/x',
      'https://example.com/y',
      readable.href,
      'data:application/json,1',
    ]) {
      expect(await refusalOf({ $ref })).toContain('nothing is ever fetched')
      expect(await refusalOf({ $id: 'http://127.0.0.1:9/base', $ref: 'z' })).toContain(
        'nothing is ever fetched',
      )
      expect(await refusalOf({ $schema: $ref })).toContain('unknown dialect')
    }
    expect(await refusalOf({ $id: readable.href, $ref: './tsconfig.json' })).toContain("'file:'")
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  verifies(['security:J5'], 'leaves nothing behind for other schemas', async () => {
    const id = 'https://example.com/same'
    const checks = await Promise.all(
      ['string', 'number', 'null'].map((type) => compileForeignSchema({ $id: id, type, $anchor: 'here' })),
    )
    expect(checks.map((check) => check('x').length)).toEqual([0, 1, 1])
    expect(await refusalOf({ $ref: id })).toContain('nothing is ever fetched')
    const remotes = { [id]: { type: 'null' } }
    expect((await compileForeignSchema({ $ref: id }, { remotes }))(null)).toEqual([])
    expect(await refusalOf({ $ref: id })).toContain('nothing is ever fetched')
    expect(
      (await compileForeignSchema({ $ref: id }, { remotes: { [id]: { type: 'string' } } }))('x'),
    ).toEqual([])
  })

  verifies(['security:J5'], 'cannot redefine a dialect', async () => {
    const dialect = 'https://json-schema.org/draft/2020-12/schema'
    const empty = { $id: dialect, $vocabulary: {} }
    for (const schema of [
      empty,
      { $vocabulary: {} },
      { $defs: { a: [empty] } },
      { $defs: { a: { ...empty, $id: 'other' } } },
    ]) {
      expect(await refusalOf(schema)).toContain('$vocabulary cannot define a dialect')
    }
    for (const $id of [dialect, `${dialect}#`, '//JSON-schema.org/draft/2020-12/schema']) {
      expect(await refusalOf({ $id })).toContain('$id cannot be the address of a meta-schema')
      expect(await refusalOf({ $defs: { a: { $id } } })).toContain('the address of a meta-schema')
    }
    const harmless = { properties: { id: { const: dialect }, $id: { type: 'string' } } }
    expect(await violationsOf(harmless, { id: dialect, $id: dialect })).toEqual([])
    expect(await violationsOf({ type: 'string' }, 1)).toHaveLength(1)
    expect(
      await violationsOf({ properties: { $vocabulary: { type: 'null' } } }, { $vocabulary: 1 }),
    ).toHaveLength(1)
  })

  verifies(['security:J5'], 'cannot redefine a dialect by a document beside it', async () => {
    const dialect = 'https://json-schema.org/draft/2020-12/schema'
    const own = 'https://example.com/own'
    for (const [address, document] of [
      [own, { $id: dialect, $vocabulary: {} }],
      [
        own,
        { $id: 'https://json-schema.org/', $defs: { a: { $id: 'draft/2020-12/schema', $vocabulary: {} } } },
      ],
      [own, { $id: 'http://json-schema.org/draft-07/schema' }],
      [dialect, { $vocabulary: {} }],
      ['http://json-schema.org/draft-07/schema', true],
    ] as const) {
      const remotes = { [address]: document } as unknown as Record<string, JsonValue>
      expect((await compileForeignSchema({ type: 'string' }, { remotes }))(1)).toHaveLength(1)
      expect(await refusalOf({ $schema: own, type: 'string' }, remotes)).toContain('unknown dialect')
      expect(await violationsOf({ type: 'string' }, 1)).toHaveLength(1)
      expect(
        await violationsOf({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'null' }, 1),
      ).toHaveLength(1)
    }
    const left = { [own]: { $id: dialect } }
    expect(await refusalOf({ $ref: own }, left)).toContain('$id cannot be the address of a meta-schema')
  })

  verifies(['security:J5'], 'may have a dialect of its own, which judges no other schema', async () => {
    const own = 'https://example.com/own'
    const dialect = 'https://json-schema.org/draft/2020-12/schema'
    const core = 'https://json-schema.org/draft/2020-12/vocab/core'
    const remotes = { [own]: { $id: own, $schema: dialect, $vocabulary: { [core]: true } } }
    const lax = await compileForeignSchema({ $schema: own, type: 'string' }, { remotes })
    expect(lax(1)).toEqual([])
    expect(await violationsOf({ type: 'string' }, 1)).toHaveLength(1)
    expect(await refusalOf({ $schema: own, type: 'string' })).toContain('unknown dialect')
  })

  verifies(['security:J4'], 'cannot hold the event loop with a pattern', async () => {
    const text = `${'a'.repeat(50_000)}!`
    for (const pattern of [
      '(a+)+$',
      '^(a|a)*$',
      '(a|aa)+$',
      'a*a*a*a*b',
      '^(\\w+\\s?)*$',
      '(.*)*x',
      '^([a-z]+)+$',
    ]) {
      const check = await compileForeignSchema({
        pattern,
        patternProperties: { [pattern]: false },
        additionalProperties: true,
      })
      const started = performance.now()
      check(text)
      check({ [text]: 1 })
      expect(performance.now() - started).toBeLessThan(30_000)
    }
    expect(await refusalOf({ pattern: '(a+)+\\1' })).toContain('cannot be matched in linear time')
    expect(await refusalOf({ pattern: '(?=(a+)+$)a*' })).toContain('cannot be matched in linear time')
    expect(await refusalOf({ patternProperties: { '(?<!(a|a)*)b': true } })).toContain('linear time')
    expect(await refusalOf({ pattern: '(' })).toContain('Invalid regular expression')
  })

  verifies(['security:J4'], 'nor with one that is costly for each character', async () => {
    const check = await compileForeignSchema({ items: { pattern: '((a{0,30}){0,30}b){0,1}$' } })
    expect(check(['a'.repeat(1_000)])).toEqual([])
    const started = performance.now()
    for (const value of [['a'.repeat(100_000)], Array.from({ length: 500 }, () => 'a'.repeat(100))]) {
      expect(check(value)).toEqual(['"arguments" takes too much work to be checked by this schema'])
    }
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  verifies(['security:J5'], 'ends when its references multiply or never end', async () => {
    const $defs: Record<string, JsonValue> = { d0: { type: 'string' } }
    for (let level = 1; level <= 40; level++) {
      const inner = { $ref: `#/$defs/d${level - 1}` }
      $defs[`d${level}`] = { allOf: [inner, inner] }
    }
    const check = await compileForeignSchema({ $defs, $ref: '#/$defs/d40' })
    expect(check('x')).toEqual(['"arguments" takes too much work to be checked by this schema'])
    expect(await violationsOf({ $ref: '#' }, 1)).toEqual([
      '"arguments" is nested too deep to be checked by this schema',
    ])
    expect(
      await violationsOf(
        { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
        1,
      ),
    ).toHaveLength(1)
  })

  verifies(['security:J3'], 'and deep values end in a clear error', async () => {
    const list = (levels: number): JsonValue =>
      JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as JsonValue
    const check = await compileForeignSchema({ type: 'array', items: { $ref: '#' } })
    expect(check(list(100))).toEqual([])
    expect(check(list(50_000))).toEqual(['"arguments" is nested too deep to be checked by this schema'])
    let deep: JsonValue = {}
    for (let level = 0; level < 50_000; level++) deep = { not: deep }
    expect(await refusalOf(deep)).toBe('schema is nested too deep')
  })

  test('a value that is no JSON is refused before the library sees it', async () => {
    await expect(compileForeignSchema({ default: undefined } as never)).rejects.toThrow('not lossless JSON')
  })
})
