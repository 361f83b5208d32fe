import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { isSnapshot, snapshotJsonValue } from '../json/snapshot.ts'
import { parseToolArguments } from '../json/text/parse-arguments.ts'
import { assertSupportedJsonSchema } from './assert.ts'
import { compileJsonSchema, validateJsonSchemaValue } from './compile.ts'
import type { JsonSchemaNode } from './node.ts'

/** The violations of a value, the same whether it is a snapshot or not. */
function check(schema: JsonSchemaNode, value: unknown, path?: string): string[] {
  assertSupportedJsonSchema(schema)
  const violations = validateJsonSchemaValue(schema, value, path)
  const compiled = compileJsonSchema(schema)
  let snapshot
  try {
    snapshot = snapshotJsonValue(value)
  } catch {
    return violations
  }
  expect(compiled.violations(snapshot, path)).toEqual(violations)
  expect(compiled.accepts(snapshot)).toBe(violations.length === 0)
  return violations
}

describe('validateJsonSchemaValue', () => {
  verifies(['contract:J6', 'fault:B008'], 'says which type was expected and what came', () => {
    for (const [schema, value, message] of [
      [{ type: 'string' }, 1, '"p" must be a string, received an integer'],
      [{ type: 'number' }, '1', '"p" must be a number, received a string'],
      [{ type: 'number' }, Number.NaN, '"p" must be a finite JSON number, received NaN'],
      [{ type: 'number' }, -0, '"p" must be a finite JSON number, received -0'],
      [{ type: 'number' }, undefined, '"p" must be a number, received undefined'],
      [{ type: 'integer' }, 1.5, '"p" must be an integer, received a number with a fraction'],
      [{ type: 'integer' }, -0, '"p" must be an integer, received -0'],
      [{ type: 'integer' }, 1n, '"p" must be an integer, received a bigint'],
      [{ type: 'boolean' }, 'true', '"p" must be a boolean, received a string'],
      [{ type: 'null' }, false, '"p" must be null, received a boolean'],
      [{ type: 'object' }, [], '"p" must be an object, received an array'],
      [{ type: 'object' }, null, '"p" must be an object, received null'],
      [{ type: 'object' }, new Date(0), '"p" must be an object, received an instance of Date'],
      [{ type: 'array' }, {}, '"p" must be an array, received an object'],
      [{ type: 'array' }, '[1,2]', '"p" must be an array, received a string'],
      [{}, undefined, '"p" must be a lossless JSON value'],
      [{}, { deep: [() => 1] }, '"p" must be a lossless JSON value'],
    ] as const) {
      expect(check(schema as JsonSchemaNode, value, 'p')).toEqual([message])
    }
    expect(check({ type: 'string' }, '[1,2,3]')).toEqual([])
    expect(check({ type: 'integer' }, 1e300)).toEqual([])
  })

  verifies(['contract:J6'], 'names paths: dots and brackets, and arguments at an empty root', () => {
    const schema: JsonSchemaNode = {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'object', properties: { b: { type: 'null' } } } } },
    }
    expect(check(schema, 1)).toEqual(['"arguments" must be an object, received an integer'])
    expect(check(schema, { a: [{}, { b: 1 }] })).toEqual(['"a[1].b" must be null, received an integer'])
    expect(check(schema, { a: [0] }, 'result')).toEqual([
      '"result.a[0]" must be an object, received an integer',
    ])
    expect(check({ type: 'array', items: { type: 'null' } }, [1])).toEqual([
      '"[0]" must be null, received an integer',
    ])
  })

  verifies(['contract:J6'], 'names the values of enum and const, and the nearest one', () => {
    const mode: JsonSchemaNode = { type: 'string', enum: ['read', 'write'] }
    expect(check(mode, 'reed', 'p')).toEqual(['"p" must be one of ["read","write"]; did you mean "read"?'])
    expect(check(mode, 'delete', 'p')).toEqual(['"p" must be one of ["read","write"]'])
    expect(check({ type: 'integer', enum: [1, 2] }, 3, 'p')).toEqual(['"p" must be one of [1,2]'])
    expect(check({ type: 'integer', enum: [1] }, 3, 'p')).toEqual(['"p" must be one of [1]'])
    expect(check({ type: 'boolean', const: true }, false, 'p')).toEqual(['"p" must be true'])
    expect(check({ type: 'string', enum: ['a', 'b'], const: 'a' }, 'b', 'p')).toEqual(['"p" must be "a"'])
    expect(check({ type: 'null', const: null }, null)).toEqual([])
    const many = Array.from({ length: 1_000 }, (_, index) => `value number ${index}`)
    expect(check({ type: 'string', enum: many }, many[999])).toEqual([])
    const [line] = check({ type: 'string', enum: many }, 'other', 'p')
    expect(line).toMatch(/^"p" must be one of \["value number 0","value number 1",.*, and \d+ more\]$/)
    expect(line?.length).toBeLessThan(1_200)
  })

  verifies(
    ['contract:J6', 'fault:B001'],
    'reports the missing, then what is inside, then the undeclared',
    () => {
      const schema: JsonSchemaNode = {
        type: 'object',
        properties: { path: { type: 'string' }, limit: { type: 'integer' }, query: { type: 'string' } },
        required: ['path', 'query'],
        additionalProperties: false,
      }
      expect(check(schema, parseToolArguments(''))).toEqual([
        'missing required property "path"',
        'missing required property "query"',
      ])
      expect(check(schema, { other: 1, limit: 'x', qury: 2 }, 'args')).toEqual([
        'missing required property "args.path"',
        'missing required property "args.query"; "qury" is not declared, did you mean it?',
        '"args.limit" must be an integer, received a string',
        '"args.other" is not a declared property (additionalProperties: false)',
        '"args.qury" is not a declared property (additionalProperties: false); did you mean "query"?',
      ])
    },
  )

  verifies(
    ['contract:J8'],
    'takes any plain record for an object, and extra keys unless it is closed',
    () => {
      const open: JsonSchemaNode = { type: 'object', properties: { a: { type: 'null' } } }
      expect(check(open, { extra: [1], a: null })).toEqual([])
      expect(check(open, Object.assign(Object.create(null), { a: null }))).toEqual([])
      expect(check({ ...open, additionalProperties: true }, { b: 1 })).toEqual([])
      expect(check({ type: 'object' }, {})).toEqual([])
      expect(check({ type: 'object', additionalProperties: false }, {})).toEqual([])
      expect(check({ type: 'object', additionalProperties: false }, { a: 1 })).toHaveLength(1)
    },
  )

  verifies(['contract:J7'], 'counts undefined as missing, or the object as lossy', () => {
    const schema: JsonSchemaNode = {
      type: 'object',
      properties: { need: { type: 'string' }, may: { type: 'string', default: 'd' } },
      required: ['need'],
    }
    expect(check(schema, { need: undefined })).toEqual(['missing required property "need"'])
    expect(check(schema, { need: 'x', may: undefined })).toEqual([
      '"arguments" must be a lossless JSON object',
    ])
    expect(check(schema, { need: 'x', extra: undefined })).toEqual([
      '"arguments" must be a lossless JSON object',
    ])
    expect(check(schema, { need: 'x', extra: { deep: [Number.NaN] } })).toEqual([
      '"arguments" must be a lossless JSON object',
    ])
    const value = { need: 'x' }
    expect(check(schema, value)).toEqual([])
    expect(value).toEqual({ need: 'x' })
    expect(check(schema, { need: null })).toEqual(['"need" must be a string, received null'])
  })

  verifies(['contract:J6', 'contract:J7'], 'wants arrays dense and lossless', () => {
    const strings: JsonSchemaNode = { type: 'array', items: { type: 'string' } }
    const lossy = ['"arguments" must be a dense lossless JSON array']
    // oxlint-disable-next-line no-sparse-arrays
    expect(check(strings, ['a', , 'b'])).toEqual(lossy)
    expect(check(strings, Object.assign(['a'], { extra: 1 }))).toEqual(lossy)
    expect(check(strings, ['a', undefined])).toEqual(lossy)
    expect(check({ type: 'array' }, [[new Map()]])).toEqual(lossy)
    expect(check({ type: 'array' }, [undefined])).toEqual(lossy)
    expect(check(strings, [1, undefined])).toEqual(['"[0]" must be a string, received an integer', ...lossy])
    expect(check(strings, [() => 1])).toEqual(['"[0]" must be a string, received a function'])
  })

  verifies(
    ['contract:J7', 'security:J2'],
    'turns what throws into one violation of the nearest schema',
    () => {
      const boom = (): never => {
        throw new Error('boom')
      }
      const schema: JsonSchemaNode = {
        type: 'object',
        properties: {
          a: { type: 'object', properties: { b: { type: 'string' } } },
          l: { type: 'array' },
          s: { type: 'string' },
        },
      }
      const thrower = Object.defineProperty({}, 'b', { get: boom, enumerable: true })
      const throwingItem = Object.defineProperty([1], 0, { get: boom, enumerable: true })
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      const unreadable = 'received a value that throws when it is read'
      expect(check(schema, { a: thrower })).toEqual([`"a" must be a lossless JSON object, ${unreadable}`])
      expect(check(schema, { extra: thrower })).toEqual(['"arguments" must be a lossless JSON object'])
      expect(check(schema, { l: throwingItem })).toEqual(['"l" must be a dense lossless JSON array'])
      expect(check(schema, { a: proxy, s: proxy })).toEqual([
        `"a" must be an object, ${unreadable}`,
        `"s" must be a string, ${unreadable}`,
      ])
      expect(check(schema, proxy)).toEqual([`"arguments" must be an object, ${unreadable}`])
      const loop: Record<string, unknown> = {}
      loop['a'] = loop
      expect(check(schema, loop)).toEqual(['"a" must be an object, received a cycle'])
      expect(check(schema, { a: Object.defineProperty({}, 'x', { value: 1 }) })).toEqual([
        '"a" must be a lossless JSON object, received an object with non-enumerable keys',
      ])
    },
  )

  verifies(['contract:J7', 'security:J2'], 'reads each property of an untrusted value once', () => {
    let reads = 0
    const value = { get a() { return ++reads }, inner: { get b() { return ++reads } } } // oxfmt-ignore
    const schema: JsonSchemaNode = { type: 'object', properties: { a: { type: 'string' }, inner: {} } }
    expect(validateJsonSchemaValue(schema, value)).toEqual(['"a" must be a string, received an integer'])
    expect(reads).toBe(2)
  })

  verifies(['contract:J7'], 'throws for a forged type alone', () => {
    for (const schema of [{ type: 'date' }, { type: 'object', properties: { a: { type: 3 } } }]) {
      expect(() => validateJsonSchemaValue(schema as unknown as JsonSchemaNode, {})).toThrow('does not exist')
    }
  })

  verifies(['contract:J7', 'security:J1', 'fault:B012'], 'looks for own properties alone', () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__']
    const properties = JSON.parse(`{${names.map((name) => `"${name}":{}`).join()}}`) as Record<
      string,
      JsonSchemaNode
    >
    const schema: JsonSchemaNode = {
      type: 'object',
      properties,
      required: names,
      additionalProperties: false,
    }
    expect(check(schema, {})).toEqual(names.map((name) => `missing required property "${name}"`))
    expect(check(schema, JSON.parse(`{${names.map((name) => `"${name}":1`).join()}}`))).toEqual([])
    expect(check({ type: 'object', additionalProperties: false }, JSON.parse('{"__proto__":1}'))).toEqual([
      '"__proto__" is not a declared property (additionalProperties: false)',
    ])
    const needsA: JsonSchemaNode = { type: 'object', properties: { a: {} }, required: ['a'] }
    const { accepts } = compileJsonSchema(needsA)
    const empty = snapshotJsonValue({})
    let accepted: boolean
    Object.defineProperty(Object.prototype, 'a', { value: 1, enumerable: true, configurable: true })
    try {
      accepted = accepts(empty)
    } finally {
      delete (Object.prototype as { a?: unknown }).a
    }
    expect(accepted).toBe(false)
  })

  verifies(['fault:B009'], 'takes an object as it is, and never mentions [object Object]', () => {
    const schema: JsonSchemaNode = { type: 'object', properties: { a: { type: 'string' } } }
    expect(check(schema, { a: 'x' })).toEqual([])
    expect(check(schema, { a: { b: 1 } }).join()).not.toContain('[object Object]')
  })

  test('counts violations beyond a hundred', () => {
    const lines = check(
      { type: 'array', items: { type: 'string' } },
      Array.from({ length: 5_000 }, () => 1),
    )
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('and 4900 more violations')
    const one = check(
      { type: 'array', items: { type: 'string' } },
      Array.from({ length: 101 }, () => 1),
    )
    expect(one.at(-1)).toBe('and 1 more violation')
  })
})

describe('compileJsonSchema', () => {
  test('compiles a schema that cannot change only once', () => {
    const schema = snapshotJsonValue({
      type: 'object',
      properties: { a: { type: 'string' } },
    }) as JsonSchemaNode
    expect(compileJsonSchema(schema)).toBe(compileJsonSchema(schema))
    expect(compileJsonSchema(schema).schema).toBe(schema)
  })

  test('keeps its own copy of one that can', () => {
    const schema: JsonSchemaNode = { type: 'string' }
    const compiled = compileJsonSchema(schema)
    schema.type = 'number'
    expect(compiled.accepts('x')).toBe(true)
    expect(isSnapshot(compiled.schema)).toBe(true)
    expect(compileJsonSchema(schema).accepts(1)).toBe(true)
  })
})
