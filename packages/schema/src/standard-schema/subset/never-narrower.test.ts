import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import type { JsonValue } from '../../json/value.ts'
import { snapshotJsonValue } from '../../json/snapshot.ts'
import { compileJsonSchema } from '../../json-schema/compile.ts'
import { compileForeignSchema } from '../../json-schema/foreign.ts'
import { toSubsetSchema } from './to-subset.ts'

const keys = ['a', 'b', 'c']
const scalar = fc.constantFrom<JsonValue>('x', 'y', 0, 1, 2.5, true, false, null)

const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 3 }),
  ),
}))

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object')
const listed = fc.uniqueArray(fc.oneof(scalar, fc.constantFrom<JsonValue>([], ['x'], {}, { a: 0 })), {
  minLength: 1,
  maxLength: 4,
  selector: (each) => JSON.stringify(each),
})

interface Grammar {
  schema: unknown
  object: unknown
  array: unknown
  mixed: unknown
}

/** Schemas of the whole vocabulary, over so few keys and scalars that values often fit. */
const { schema } = fc.letrec<Grammar>((tie) => {
  const some = fc.array(tie('schema'), { minLength: 1, maxLength: 3 })
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<JsonValue>(
        true,
        false,
        {},
        { $ref: '#/$defs/a' },
        { $ref: '#/$defs/b' },
        { $ref: '#' },
      ),
      fc.record({ type }),
      fc.record({ type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }) }),
      fc.record({ enum: listed }),
      fc.record({ const: scalar }),
      tie('object'),
      tie('array'),
      tie('mixed'),
    ),
    object: fc.record(
      {
        type: fc.constantFrom<JsonValue>('object', ['object', 'null']),
        properties: fc.dictionary(fc.constantFrom(...keys), tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        patternProperties: fc.record({ '^a': tie('schema') }),
        minProperties: fc.constantFrom(1, 2),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    array: fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        prefixItems: some,
        contains: tie('schema'),
        maxItems: fc.constantFrom(1, 2),
      },
      { requiredKeys: ['type'] },
    ),
    mixed: fc.record(
      {
        type,
        enum: listed,
        properties: fc.dictionary(fc.constantFrom(...keys), tie('schema'), { maxKeys: 2 }),
        allOf: some,
        anyOf: some,
        oneOf: some,
        not: tie('schema'),
        if: tie('schema'),
        else: tie('schema'),
        $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
        minimum: fc.constantFrom(0, 1),
        description: fc.constant('d'),
      },
      { requiredKeys: [] },
    ),
  }
})

/** Definitions without references of their own, so that every document can be evaluated. */
const definition = fc.constantFrom<JsonValue>(
  { type: 'object', properties: { a: { const: 'x' } }, required: ['a'] },
  {
    type: 'object',
    properties: { a: { const: 'y' }, b: { type: 'null' } },
    required: ['a'],
    additionalProperties: false,
  },
  { type: 'array', items: { type: 'integer' } },
  { anyOf: [{ type: 'string' }, { type: 'number', minimum: 1 }] },
  { type: ['string', 'null'] },
)

describe('toSubsetSchema', () => {
  verifies(
    ['contract:R11'],
    'never rejects what the whole schema accepts',
    async () => {
      let accepted = 0
      await fc.assert(
        fc.asyncProperty(
          schema.filter((each) => typeof each === 'object'),
          fc.record({ a: definition, b: definition }),
          fc.array(value, { minLength: 40, maxLength: 40 }),
          async (root, $defs, values) => {
            const document = snapshotJsonValue({ ...(root as object), $defs })
            const whole = await compileForeignSchema(document)
            const widened = compileJsonSchema(toSubsetSchema(document))
            for (const each of values.map(snapshotJsonValue)) {
              if (whole(each).length > 0) continue
              accepted += 1
              expect(widened.violations(each), JSON.stringify({ document, each })).toEqual([])
            }
          },
        ),
        { numRuns: 300 },
      )
      expect(accepted).toBeGreaterThan(1_000)
    },
    120_000,
  )
})
