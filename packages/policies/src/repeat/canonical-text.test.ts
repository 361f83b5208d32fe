import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { JsonValue } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { canonicalText } from './canonical-text.ts'

/** The same value with the keys of every object in another order. */
function shuffled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, shuffled(inner)]),
  )
}

const plain = (value: JsonValue): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue

const json = fc.jsonValue() as fc.Arbitrary<JsonValue>

describe('canonicalText', () => {
  test('is JSON of the same value, and the same whatever the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = canonicalText(value)
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalText(shuffled(value))).toBe(written)
      }),
    )
  })

  test('tells values apart that differ', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const areSame = isDeepStrictEqual(plain(a), plain(b))
        expect(canonicalText(a) === canonicalText(b)).toBe(areSame)
      }),
    )
  })

  test('has no depth that is too deep', () => {
    let value: JsonValue = 1
    for (let depth = 0; depth < 100_000; depth += 1) value = depth % 2 === 0 ? [value] : { a: value }
    expect(canonicalText(value)).toHaveLength(50_000 * 8 + 1)
  })
})
