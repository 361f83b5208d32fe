import {
  assertSupportedJsonSchema,
  compileForeignSchema,
  compileJsonSchema,
  type JsonSchemaNode,
  type JsonValue,
} from '@millrace/schema'
import { describe, expect, test } from 'vitest'
import { splitBounds } from './bounds.ts'

const person = {
  type: 'object',
  properties: {
    age: { type: 'integer', minimum: 0, maximum: 150 },
    score: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    name: { type: 'string', minLength: 2, maxLength: 4 },
    tags: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', maxLength: 3 } },
    minimum: { type: 'integer', maximum: 3 },
    inner: { type: 'object', properties: { items: { type: 'integer', minimum: 5 } } },
  },
  required: ['age'],
}

const values: JsonValue[] = [
  { age: 0 },
  { age: -1 },
  { age: 151, score: 0 },
  { age: 150, score: 1 },
  { age: 1, score: 0.5, name: 'ab', tags: ['abc'] },
  { age: 1, name: 'a' },
  { age: 1, name: 'abcde' },
  { age: 1, name: '😀' },
  { age: 1, name: '😀😀' },
  { age: 1, name: '😀😀😀😀' },
  { age: 1, name: '😀😀😀😀😀' },
  { age: 1, tags: [] },
  { age: 1, tags: ['a', 'abcd', 'b'] },
  { age: 1, minimum: 4 },
  { age: 1, inner: { items: 4 } },
  { age: 1, inner: { items: 5 } },
]

describe('splitBounds', () => {
  test('judges as the validator of whole schemas does, in its words', async () => {
    const { plain, bounds } = splitBounds(person)
    assertSupportedJsonSchema(plain)
    const rest = compileJsonSchema(plain as JsonSchemaNode)
    const whole = await compileForeignSchema(person)
    for (const value of values) {
      expect(rest.violations(value)).toEqual([])
      expect(bounds(value).toSorted()).toEqual(whole(value).toSorted())
    }
    expect(bounds({ age: 1, inner: { items: 4 } })).toEqual(['"inner.items" must be at least 5'])
    expect(splitBounds({ maximum: 1 }).bounds(2)).toEqual(['"arguments" must be at most 1'])
  })

  test('leaves all else where it stands, so that the whole judge has it', () => {
    for (const schema of [
      true,
      [],
      { minLength: -1 },
      { minItems: 0.5 },
      { minimum: 1, exclusiveMinimum: true },
      { oneOf: [{ minimum: 1 }, { type: 'null' }] },
      { items: [{ minimum: 1 }] },
      { $defs: { a: { minimum: 1 } }, $ref: '#/$defs/a' },
      { multipleOf: 2 },
      { default: { minimum: 1 }, enum: [{ maxItems: 1 }] },
      { properties: [{ minimum: 1 }] },
    ] as JsonValue[]) {
      const { minimum, ...rest } = Object(schema) as Record<string, JsonValue>
      const { plain } = splitBounds(schema)
      expect(plain).toEqual(minimum === undefined ? schema : rest)
    }
  })

  test('keeps parameters of any name, and takes no list for an object', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"integer","minimum":1}}}') as JsonValue
    const { plain, bounds } = splitBounds(schema)
    expect(JSON.stringify(plain)).toBe('{"properties":{"__proto__":{"type":"integer"}}}')
    expect(bounds(JSON.parse('{"__proto__":0}') as JsonValue)).toEqual(['"__proto__" must be at least 1'])
    expect(bounds({})).toEqual([])
    expect(bounds([])).toEqual([])
    expect(bounds('text')).toEqual([])
  })

  test('bounds its own words', () => {
    const { bounds } = splitBounds({ items: { maximum: 0 } })
    expect(bounds(Array.from({ length: 1_000 }, () => 1))).toHaveLength(20)
  })
})
