import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { snapshotJsonValue } from '../json/snapshot.ts'
import { assertSupportedJsonSchema } from './assert.ts'
import { compileJsonSchema } from './compile.ts'
import type { CompiledSchema } from './compile.ts'
import { JsonSchemaError } from './errors.ts'
import type { JsonSchemaNode } from './node.ts'

function nest<T>(levels: number, leaf: T, wrap: (inner: T, level: number) => T): T {
  let value = leaf
  for (let level = 0; level < levels; level++) value = wrap(value, level)
  return value
}

function ready(schema: JsonSchemaNode): CompiledSchema {
  assertSupportedJsonSchema(schema)
  return compileJsonSchema(schema)
}

function refusal(action: () => void): JsonSchemaError {
  try {
    action()
  } catch (error) {
    if (error instanceof JsonSchemaError) return error
  }
  throw new Error('nothing was refused')
}

const objectAround = (inner: JsonSchemaNode): JsonSchemaNode => ({
  type: 'object',
  properties: { a: inner },
  required: ['a'],
  additionalProperties: false,
})

describe('depth', () => {
  verifies(
    ['fault:B023', 'contract:L4', 'security:J3'],
    '20,000 levels of objects and arrays pass every step',
    () => {
      const schema = nest<JsonSchemaNode>(20_000, { type: 'string' }, (inner, level) =>
        level % 2 === 0 ? objectAround(inner) : { type: 'array', items: inner },
      )
      const value = (leaf: unknown): unknown =>
        nest<unknown>(20_000, leaf, (inner, level) => (level % 2 === 0 ? { a: inner } : [inner]))
      const compiled = ready(schema)
      expect(compiled.accepts(snapshotJsonValue(value('x')))).toBe(true)
      expect(compiled.accepts(snapshotJsonValue(value(1)))).toBe(false)
      expect(compiled.violations(value('x'))).toEqual([])
      const [line, ...rest] = compiled.violations(value(1))
      expect(rest).toEqual([])
      expect(line).toMatch(/^"\[0\]\.a\[0\].*….*\[0\]\.a" must be a string, received an integer$/)
      expect(compiled.violations(value(undefined)).join()).toContain('missing required property')
      expect(compiled.violations(value(() => 1)).join()).toContain('received a function')
    },
  )

  verifies(['fault:B023'], '20,000 levels of violations are found in order', () => {
    const schema = nest<JsonSchemaNode>(20_000, {}, objectAround)
    const value = nest<unknown>(20_000, {}, (inner) => ({ a: inner, extra: 1 }))
    const lines = ready(schema).violations(value)
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('and 19900 more violations')
  })

  verifies(['fault:B023', 'contract:J4'], '20,000 levels of unknown keywords are all listed', () => {
    const schema = nest<JsonSchemaNode>(20_000, {}, (inner) => ({ ...objectAround(inner), unknown: 1 }))
    const started = performance.now()
    const error = refusal(() => assertSupportedJsonSchema(schema))
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(error.violations).toHaveLength(20_000)
    expect(error.violations[1]).toMatch(/^schema\.properties\.a\.unknown is not a supported keyword/)
    expect(error.violations.at(-1)).toMatch(/^schema\.properties\.a.*….*\.a\.unknown is not a supported/)
  })

  verifies(['fault:B023', 'contract:J6'], 'unions 5,000 levels deep are judged and explained', () => {
    const bare = ready(
      nest<JsonSchemaNode>(5_000, { type: 'string' }, (inner) => ({ oneOf: [inner, { type: 'null' }] })),
    )
    expect(bare.accepts('x')).toBe(true)
    expect(bare.accepts(null)).toBe(false)
    expect(bare.violations(1)[0]).toMatch(
      /^"arguments" must match exactly one oneOf branch \(matched 0\): branch 1: /,
    )
    const lists = ready(
      nest<JsonSchemaNode>(5_000, { type: 'string' }, (inner) => ({
        oneOf: [objectAround(inner), { type: 'array', items: { type: 'null' } }],
      })),
    )
    const value = (leaf: unknown): unknown => nest<unknown>(5_000, leaf, (inner) => ({ a: inner }))
    expect(lists.accepts(snapshotJsonValue(value('x')))).toBe(true)
    expect(lists.violations(value('x'))).toEqual([])
    expect(lists.accepts(snapshotJsonValue(value(1)))).toBe(false)
    expect(lists.violations(value(1))).toHaveLength(1)
  })

  test('around the height where recursion ends, both ways agree', () => {
    for (const levels of [998, 999, 1_000, 1_001, 1_002]) {
      const schema = nest<JsonSchemaNode>(levels, { type: 'integer', enum: [1, 2] }, (inner, level) =>
        level % 3 === 0 ? { oneOf: [inner, { type: 'string' }] } : { type: 'array', items: inner },
      )
      const compiled = ready(schema)
      for (const leaf of [1, 3, 'x', null]) {
        const value = snapshotJsonValue(
          nest<unknown>(levels, leaf, (inner, level) => (level % 3 === 0 ? inner : [inner])),
        )
        expect(compiled.accepts(value)).toBe(compiled.violations(value).length === 0)
        expect(compiled.accepts(value)).toBe(leaf === 1 || leaf === 'x')
      }
    }
  })

  test('a schema of shared nodes is compiled in proportion to its nodes', () => {
    const schema = nest<JsonSchemaNode>(60, { type: 'null' }, (inner) => ({
      type: 'object',
      properties: { a: inner, b: inner },
    }))
    expect(ready(schema).accepts(snapshotJsonValue({ a: { b: {} } }))).toBe(true)
  })
})
