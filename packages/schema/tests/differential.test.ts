import {
  assertSupportedJsonSchema,
  compileForeignSchema,
  compileJsonSchema,
  snapshotJsonValue,
  type JsonValue,
} from '@millrace/schema'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { anySchema, valueFor } from './generate.ts'

const schemas = 260
const valuesEach = 80

const cases = anySchema.chain((schema) =>
  fc.tuple(fc.constant(schema), fc.array(valueFor(schema), { minLength: valuesEach, maxLength: valuesEach })),
)

describe('the enforced subset', () => {
  verifies(
    ['security:J5'],
    'agrees with the full validator on 20,800 generated pairs of 260 schemas',
    async () => {
      let accepted = 0
      let refused = 0
      await fc.assert(
        fc.asyncProperty(cases, async ([schema, values]) => {
          assertSupportedJsonSchema(schema)
          const subset = compileJsonSchema(schema)
          const full = await compileForeignSchema(schema as JsonValue)
          for (const value of values) {
            const verdict = subset.accepts(snapshotJsonValue(value))
            if (verdict) accepted++
            else refused++
            expect([value, verdict]).toEqual([value, full(value).length === 0])
          }
        }),
        { numRuns: schemas },
      )
      expect(accepted + refused).toBeGreaterThanOrEqual(20_000)
      expect(Math.min(accepted, refused)).toBeGreaterThan(3_000)
    },
    120_000,
  )

  verifies(
    ['contract:J6', 'contract:J7'],
    'accepts a value exactly when there is nothing to say against it',
    () => {
      fc.assert(
        fc.property(cases, ([schema, values]) => {
          const { accepts, violations } = compileJsonSchema(schema)
          for (const value of values) {
            const snapshot = snapshotJsonValue(value)
            const lines = violations(value)
            expect(lines.length === 0).toBe(accepts(snapshot))
            expect(violations(snapshot)).toEqual(lines)
            expect(violations(value, 'x').length).toBe(lines.length)
          }
          expect(Object.keys(Object.prototype)).toHaveLength(0)
        }),
        { numRuns: 200 },
      )
    },
  )
})
