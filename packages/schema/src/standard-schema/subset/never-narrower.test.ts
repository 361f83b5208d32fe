import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { snapshotJsonValue } from '../../json/snapshot.ts'
import { compileJsonSchema } from '../../json-schema/compile.ts'
import { compileForeignSchema } from '../../json-schema/foreign.ts'
import { toSubsetSchema } from './to-subset.ts'

const keys = ['a', 'b', 'c']
const scalar = fc.constantFrom<JsonValue>('x', 'y', 0, 1, 2.5, true, false, null)

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object')
const listed = fc.uniqueArray(fc.oneof(scalar, fc.constantFrom<JsonValue>([], ['x'], {}, { a: 0 })), {
  minLength: 1,
  maxLength: 4,
  selector: (each) => JSON.stringify(each),
})

type Grammar = Record<'schema' | 'inner' | 'leaf' | 'object' | 'array' | 'union' | 'both' | 'odd', unknown>

/** Schemas of the whole vocabulary, over so few keys and scalars that values often fit. */
const { schema } = fc.letrec<Grammar>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    { weight: 3, arbitrary: tie('leaf') },
    { weight: 3, arbitrary: tie('object') },
    { weight: 2, arbitrary: tie('array') },
    { weight: 3, arbitrary: tie('union') },
    { weight: 2, arbitrary: tie('both') },
    { weight: 1, arbitrary: tie('odd') },
  ),
  // Recursion goes through a container, or the whole validator would never come to an end.
  inner: fc.oneof(
    { weight: 12, arbitrary: tie('schema') },
    { weight: 1, arbitrary: fc.constant({ $ref: '#' }) },
  ),
  leaf: fc.oneof(
    fc.constantFrom<unknown>(true, false, {}, { $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }),
    fc.record({ type }),
    fc.record({ type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }) }),
    fc.record({ enum: listed }),
    fc.record({ const: scalar }),
  ),
  object: fc.record(
    {
      type: fc.constantFrom<JsonValue>('object', 'object', ['object', 'null']),
      properties: fc.dictionary(fc.constantFrom(...keys), tie('inner'), { maxKeys: 3 }),
      required: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), fc.boolean(), tie('schema')),
      patternProperties: fc.option(fc.record({ '^[ab]': tie('schema') }), { nil: {}, freq: 2 }),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
  array: fc.record(
    {
      type: fc.constant('array'),
      items: tie('inner'),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: ['type'] },
  ),
  union: fc
    .tuple(fc.constantFrom('anyOf', 'oneOf'), fc.array(tie('schema'), { minLength: 2, maxLength: 3 }))
    .map(([keyword, branches]) => ({ [keyword]: branches })),
  both: fc.record(
    {
      allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      properties: fc.dictionary(fc.constantFrom(...keys), tie('schema'), { maxKeys: 2 }),
      $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
      anyOf: fc.array(tie('object'), { minLength: 2, maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  odd: fc.record(
    {
      not: tie('leaf'),
      if: tie('schema'),
      else: tie('schema'),
      contains: tie('leaf'),
      minimum: fc.constantFrom(0, 1),
      minProperties: fc.constantFrom(1, 2),
      description: fc.constant('d'),
    },
    { requiredKeys: [] },
  ),
}))

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

/** Choices that a walk through a schema uses up one by one. */
type Pick = <T>(from: readonly T[]) => T

function picker(choices: readonly number[]): Pick {
  let used = 0
  return <T>(from: readonly T[]): T => from[(choices[used++ % choices.length] ?? 0) % from.length] as T
}

/** A value that has a good chance of fitting the schema: random ones would hardly ever reach a corner. */
function witness(schema: JsonValue, document: JsonObject, pick: Pick, depth = 0): JsonValue {
  if (!isObject(schema) || depth > 5) return pick(loose)
  const next = (inner: JsonValue): JsonValue => witness(inner, document, pick, depth + 1)
  const whole = [...listedIn(schema), ...combined(schema, document, pick, next), ...typed(schema, pick, next)]
  if (whole.length > 1 && whole.every(isObject)) return Object.assign({}, ...whole) as JsonValue
  return whole.length === 0 ? pick(loose) : pick(whole)
}

type Next = (inner: JsonValue) => JsonValue

function listedIn(schema: JsonObject): JsonValue[] {
  const only = Object.hasOwn(schema, 'const') ? [schema.const ?? null] : []
  return [...only, ...(Array.isArray(schema.enum) ? schema.enum : [])]
}

function combined(schema: JsonObject, document: JsonObject, pick: Pick, next: Next): JsonValue[] {
  const { $ref, anyOf, oneOf, allOf, not, else: otherwise } = schema
  const inner = typeof $ref === 'string' ? [resolve($ref, document)] : []
  for (const branches of [anyOf, oneOf]) if (Array.isArray(branches)) inner.push(pick(branches))
  if (Array.isArray(allOf)) inner.push(...allOf)
  for (const one of [not, otherwise]) if (one !== undefined) inner.push(one)
  return inner.map(next)
}

function typed(schema: JsonObject, pick: Pick, next: Next): JsonValue[] {
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type
  if (type === 'array') return [arrayFor(schema, pick, next)]
  if (type === 'object' || isObject(schema.properties)) return [objectFor(schema, pick, next)]
  return typeof type === 'string' && ofType[type] ? [pick(ofType[type])] : []
}

const ofType: Readonly<Record<string, readonly JsonValue[]>> = {
  string: ['x', 'y'],
  number: [0, 1, 2.5],
  integer: [0, 1],
  boolean: [true, false],
  null: [null],
}
const loose: readonly JsonValue[] = [
  'x',
  'y',
  0,
  1,
  2.5,
  true,
  null,
  [],
  {},
  ['x'],
  { a: 'x' },
  { a: 'y', b: null },
]

function objectFor(schema: JsonObject, pick: Pick, next: Next): JsonObject {
  const declared = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const required = Array.isArray(schema.required) ? schema.required : []
  const made = declared.filter(([key]) => required.includes(key) || pick([true, true, false]))
  const extra = [...required, ...(pick([true, false]) ? [pick(keys)] : [])]
  const undeclared = extra.map((key) => [key as string, pick(loose)] as const)
  return Object.fromEntries([...undeclared, ...made.map(([key, inner]) => [key, next(inner)] as const)])
}

function arrayFor(schema: JsonObject, pick: Pick, next: Next): JsonValue[] {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems.map(next) : []
  const rest = Array.from({ length: pick([0, 1, 2]) }, () => next(schema.items ?? true))
  return [...first, ...rest]
}

function resolve(reference: string, document: JsonObject): JsonValue {
  return reference === '#' ? document : ((document.$defs as JsonObject)[reference.slice(8)] ?? true)
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const choices = fc.array(fc.nat({ max: 11 }), { minLength: 24, maxLength: 24 })

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
          fc.array(choices, { minLength: 30, maxLength: 30 }),
          async (root, $defs, runs) => {
            const document = snapshotJsonValue({ ...(root as object), $defs }) as JsonObject
            const whole = await compileForeignSchema(document)
            const widened = compileJsonSchema(toSubsetSchema(document))
            for (const run of runs) {
              const value = snapshotJsonValue(witness(document, document, picker(run)))
              if (whole(value).length > 0) continue
              accepted += 1
              expect(widened.violations(value), JSON.stringify({ document, value })).toEqual([])
            }
          },
        ),
        { numRuns: 200 },
      )
      expect(accepted).toBeGreaterThan(2_000)
    },
    120_000,
  )
})
