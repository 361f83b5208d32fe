import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import type { JsonValue } from './value.ts'

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

/** So deep that it is not written by calls within calls alone. */
function buried(value: JsonValue): JsonValue {
  let deep = value
  for (let depth = 0; depth < 60; depth += 1) deep = depth % 2 === 0 ? [deep] : { a: deep }
  return deep
}

const plain = (value: JsonValue): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue

const json = (fc.jsonValue() as fc.Arbitrary<JsonValue>).chain((value) =>
  fc.constantFrom(value, buried(value)),
)

describe('canonicalJson', () => {
  test('is JSON of the same value, and the same whatever the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = canonicalJson(value)
        expect(JSON.parse(written)).toEqual(plain(value))
        expect(canonicalJson(shuffled(value))).toBe(written)
      }),
    )
  })

  test('tells values apart that differ', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const areSame = isDeepStrictEqual(plain(a), plain(b))
        expect(canonicalJson(a) === canonicalJson(b)).toBe(areSame)
      }),
    )
  })

  test('takes keys that mean something elsewhere, at any level', () => {
    const value = JSON.parse('{"b":1,"__proto__":{"a":2},"9":0,"10":[]}') as JsonValue
    const text = '{"10":[],"9":0,"__proto__":{"a":2},"b":1}'
    expect(canonicalJson(value)).toBe(text)
    expect(canonicalJson(buried(value))).toContain(text)
  })

  test('has no depth that is too deep', () => {
    let value: JsonValue = 1
    for (let depth = 0; depth < 100_000; depth += 1) value = depth % 2 === 0 ? [value] : { a: value }
    expect(canonicalJson(value)).toHaveLength(50_000 * 8 + 1)
  })
})
