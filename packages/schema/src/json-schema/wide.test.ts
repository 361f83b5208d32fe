import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { validateArgs } from '../dsl/args.ts'
import { compileParameters, compileValue } from '../dsl/compile.ts'
import type { ParameterSchemaSpec } from '../dsl/spec.ts'
import { snapshotJsonValue } from '../json/snapshot.ts'
import { toSubsetSchema } from '../standard-schema/subset/to-subset.ts'
import { assertSupportedJsonSchema } from './assert.ts'
import { compileJsonSchema } from './compile.ts'
import { compileForeignSchema } from './foreign.ts'
import type { JsonSchemaNode } from './node.ts'

const many = 200_000
const each = <T>(make: (index: number) => T): T[] => Array.from({ length: many }, (_, index) => make(index))

describe('width', () => {
  verifies(['security:J3', 'contract:L4'], 'one bad part that stands in 200,000 places is reported', () => {
    const shared = { bad: undefined }
    const lines = validateArgs({ list: { type: 'array' } }, { list: each(() => [shared]) })
    expect(lines).toEqual(['"list" must be a dense lossless JSON array'])
  })

  verifies(
    ['security:J3', 'contract:J1'],
    'a schema of 200,000 properties or branches passes every step',
    () => {
      const properties = Object.fromEntries(
        each((index) => [`p${index}`, { type: 'null' } as JsonSchemaNode]),
      )
      const object: JsonSchemaNode = { type: 'object', properties }
      assertSupportedJsonSchema(object)
      expect(compileJsonSchema(object).accepts(snapshotJsonValue({ p7: null }))).toBe(true)
      const union: JsonSchemaNode = { oneOf: each((index) => ({ type: 'integer', const: index })) }
      assertSupportedJsonSchema(union)
      expect(compileJsonSchema(union).accepts(7)).toBe(true)
      expect(
        compileParameters(properties as unknown as ParameterSchemaSpec).accepts(snapshotJsonValue({})),
      ).toBe(true)
      expect(
        compileValue({ type: 'object', additionalProperties: false, properties } as never).accepts(1),
      ).toBe(false)
      expect(compileValue(union as never).accepts(7)).toBe(true)
      expect(toSubsetSchema({ allOf: each(() => ({ type: 'string' })) })).toEqual({ type: 'string' })
    },
  )

  verifies(['security:J3'], 'many bad items under a foreign schema are counted', async () => {
    const check = await compileForeignSchema({ items: { type: 'null' } })
    const lines = check(Array.from({ length: 300_000 }, () => 1))
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toBe('and 299980 more violations')
  })
})
