import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { snapshotJsonValue } from '../json/snapshot.ts'
import { compileJsonSchema } from './compile.ts'
import { compileForeignSchema } from './foreign.ts'
import type { JsonSchemaNode } from './node.ts'

function nest<T>(levels: number, leaf: T, wrap: (inner: T) => T): T {
  let value = leaf
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

const twice = (leaf: unknown, levels: number): unknown =>
  nest<unknown>(levels, leaf, (inner) => [inner, inner])
const lists = (levels: number): JsonSchemaNode =>
  nest<JsonSchemaNode>(levels, { type: 'string' }, (items) => ({ type: 'array', items }))
const first = (lines: readonly string[]): string => lines[0] ?? ''

describe('shared parts', () => {
  verifies(['security:J3', 'contract:L4'], 'of a value cost no more than what is there', () => {
    for (const levels of [40, 300, 1_000]) {
      const { accepts, violations } = compileJsonSchema(lists(levels))
      expect(accepts(snapshotJsonValue(twice('x', levels)))).toBe(true)
      expect(violations(twice('x', levels))).toEqual([])
      expect(accepts(snapshotJsonValue(twice(1, levels)))).toBe(false)
      const wrong = violations(twice(1, levels))
      expect(first(wrong)).toContain('must be a string, received an integer')
      expect(wrong).toHaveLength(101)
      expect(wrong.at(-1)).toMatch(/^and at least \d+ more violations$/)
      const beside = violations([twice('x', levels - 1), twice(1, levels - 1)])
      expect(first(beside)).toMatch(/^"\[1\]\[0\].*must be a string/)
      const lossy = violations([twice('x', levels - 1), twice(undefined, levels - 1)])
      expect(first(lossy)).toMatch(/^"\[1\]\[0\].*must be a dense lossless JSON array/)
    }
  })

  verifies(['security:J3', 'contract:J6'], 'of a schema cost no more than what is there', () => {
    for (const levels of [24, 300, 1_000]) {
      const union = nest<JsonSchemaNode>(levels, { type: 'null' }, (inner) => ({ oneOf: [inner, inner] }))
      const { accepts, violations } = compileJsonSchema(union)
      expect(accepts('x')).toBe(false)
      expect(accepts(null)).toBe(false)
      expect(first(violations('x'))).toContain('must match exactly one oneOf branch (matched 0): branch 1: ')
      expect(violations(() => 1)).toHaveLength(1)
      const either = compileJsonSchema(
        nest<JsonSchemaNode>(levels, { type: 'string' }, (inner) => ({
          oneOf: [
            { type: 'array', items: { oneOf: [inner, { type: 'null' }] } },
            { type: 'array', items: inner },
          ],
        })),
      )
      expect(either.violations(twice('x', levels))).toHaveLength(1)
      expect(either.accepts(snapshotJsonValue(twice('x', levels)))).toBe(false)
    }
    const wide = nest<JsonSchemaNode>(4, { type: 'null' }, (inner) => ({
      oneOf: Array.from({ length: 500 }, () => inner),
    }))
    expect(compileJsonSchema(wide).violations('x')).toHaveLength(2)
  })

  verifies(
    ['security:J3', 'fault:B014'],
    'are not expanded for a foreign schema beyond a bound',
    async () => {
      const check = await compileForeignSchema({ type: 'array' })
      const small = twice('x', 10) as never
      expect(check(small)).toEqual([])
      expect(check(twice('x', 30) as never)).toEqual([
        '"arguments" has too many parts to be checked by this schema',
      ])
      expect(check(twice('x', 5_000) as never)).toHaveLength(1)
    },
  )
})
