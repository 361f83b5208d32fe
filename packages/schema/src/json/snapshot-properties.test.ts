import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { detachJson } from './detach.ts'
import { printJson } from './print.ts'
import { isJsonValue, isSnapshot, snapshotJsonValue } from './snapshot.ts'
import { parseToolArguments } from './text/parse-arguments.ts'
import type { JsonValue } from './value.ts'

const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON', 'length', '0', '1'))
const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.integer(),
    fc.array(tie('value')),
    fc.dictionary(key, tie('value')),
  ),
})).value

const bad = fc.constantFrom<unknown>(
  undefined,
  Number.NaN,
  -0,
  1n,
  Symbol('s'),
  () => 1,
  new Date(0),
  new Map(),
)

function everyPart(value: unknown, holds: (part: object) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return true
  return holds(value) && Object.values(value).every((part) => everyPart(part, holds))
}

/** Puts `part` somewhere into a copy of `value`. */
function plant(value: JsonValue, part: unknown, where: number): unknown {
  if (typeof value !== 'object' || value === null) return [part]
  const copy = Array.isArray(value) ? [...value] : { ...value }
  const keys = Object.keys(copy)
  const at = keys[where % (keys.length + 1)]
  if (at === undefined || at === '__proto__') return { wrapped: copy, part }
  ;(copy as Record<string, unknown>)[at] = plant(
    (copy as Record<string, JsonValue>)[at] as JsonValue,
    part,
    where >> 1,
  )
  return copy
}

describe('lossless JSON, for any value', () => {
  verifies(
    ['contract:L1', 'security:J1'],
    'a snapshot says what the value says, frozen, and is known again',
    () => {
      fc.assert(
        fc.property(json, (value) => {
          const text = JSON.stringify(value)
          const snapshot = snapshotJsonValue(value)
          expect(JSON.stringify(snapshot)).toBe(text)
          expect(everyPart(snapshot, (part) => Object.isFrozen(part) && isSnapshot(part))).toBe(true)
          expect(snapshotJsonValue(snapshot)).toBe(snapshot)
          expect(isJsonValue(value)).toBe(true)
          expect(Object.keys(Object.prototype)).toHaveLength(0)
        }),
        { numRuns: 2_000 },
      )
    },
  )

  verifies(['contract:L2'], 'one part that is not JSON spoils the whole, wherever it is', () => {
    fc.assert(
      fc.property(json, bad, fc.nat(), (value, part, where) => {
        const spoilt = plant(value, part, where)
        expect(isJsonValue(spoilt)).toBe(false)
        expect(() => snapshotJsonValue(spoilt)).toThrow('is not lossless JSON')
      }),
      { numRuns: 2_000 },
    )
  })

  verifies(['contract:L1'], 'printing, detaching and parsing give the same value back', () => {
    fc.assert(
      fc.property(json, fc.nat({ max: 12 }), (value, indent) => {
        const text = printJson(value)
        expect(text).toBe(JSON.stringify(value))
        expect(printJson(value, indent)).toBe(JSON.stringify(value, null, indent))
        const detached = detachJson(snapshotJsonValue(value))
        expect(JSON.stringify(detached)).toBe(text)
        expect(everyPart(detached, (part) => !Object.isFrozen(part) && !isSnapshot(part))).toBe(true)
        const parsed = parseToolArguments(text)
        expect(JSON.stringify(parsed)).toBe(text)
        expect(everyPart(parsed, (part) => Object.isFrozen(part) && isSnapshot(part))).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
