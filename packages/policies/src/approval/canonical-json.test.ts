import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

type Json = Parameters<typeof canonicalJson>[0]

/** The same value with the keys of its objects in another order. */
function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, Json> = Object.create(null)
  for (const key of Object.keys(value).toReversed()) copy[key] = turned(value[key]!)
  return copy
}

const json = fc.jsonValue() as fc.Arbitrary<Json>

describe('canonicalJson', () => {
  test('is JSON of the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value))
      }),
    )
  })

  test('is one text for one value only', () => {
    fc.assert(
      fc.property(json, json, (one, two) => {
        const isSame = JSON.stringify(turned(turned(one))) === JSON.stringify(turned(turned(two)))
        if (isSame) expect(canonicalJson(one)).toBe(canonicalJson(two))
        else if (canonicalJson(one) === canonicalJson(two)) expect(turned(one)).toEqual(turned(two))
      }),
    )
  })

  test('takes keys that mean something elsewhere, and any depth', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2},"10":0,"9":0}') as Json)).toBe(
      '{"9":0,"10":0,"__proto__":{"a":2},"b":1}',
    )
    let deep: Json = []
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    expect(canonicalJson(deep)).toHaveLength(200_002)
  })
})
