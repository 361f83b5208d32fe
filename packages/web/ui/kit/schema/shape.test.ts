import { describe, expect, it } from 'vitest'
import { RawText } from '../json/exact.ts'
import { blankOf } from './blank.ts'
import { fits } from './fits.ts'
import { resolved, type Schema } from './schema.ts'
import { shapeOf } from './shape.ts'
import { branchName, constraintWords, typeWords } from './type-words.ts'

const shape = (schema: Schema, root: Schema = schema): unknown => shapeOf(schema, root)

describe('shapeOf', () => {
  it('finds what a form can ask for', () => {
    expect(shape({ type: 'string' })).toEqual({ kind: 'text' })
    expect(shape({ type: 'integer' })).toEqual({ kind: 'number', isInteger: true })
    expect(shape({ enum: ['a', 1, null] })).toEqual({ kind: 'choice', values: ['a', new RawText('1'), null] })
    expect(shape({ const: 'text' })).toEqual({ kind: 'choice', values: ['text'] })
    expect(shape({ type: 'array', items: { type: 'string' } })).toEqual({
      kind: 'list',
      items: { type: 'string' },
    })
    expect(
      shape({ type: 'object', properties: { a: {} }, required: ['a', 'b'], additionalProperties: false }),
    ).toEqual({
      kind: 'object',
      members: [
        { name: 'a', schema: {}, isRequired: true },
        { name: 'b', schema: {}, isRequired: true },
      ],
    })
  })

  it('offers each type of several, and each branch of a choice with what stands around it', () => {
    expect(shape({ type: ['string', 'null'] })).toEqual({
      kind: 'either',
      branches: [{ type: 'string' }, { type: 'null' }],
    })
    expect(
      shape({
        type: 'object',
        required: ['a'],
        properties: { a: {} },
        oneOf: [{ required: ['b'] }, { required: ['c'] }],
      }),
    ).toEqual({
      kind: 'either',
      branches: [
        { type: 'object', properties: { a: {} }, required: ['a', 'b'] },
        { type: 'object', properties: { a: {} }, required: ['a', 'c'] },
      ],
    })
  })

  it('leaves to JSON what no field can ask for', () => {
    for (const schema of [
      {},
      { allOf: [{}] },
      { not: {} },
      { type: 'nonsense' },
      { type: 'array', prefixItems: [] },
    ])
      expect(shape(schema)).toEqual({ kind: 'any' })
  })

  it('follows local references, and none that lead nowhere or around', () => {
    const root = { $defs: { 'a/b': { type: 'string' }, loop: { $ref: '#/$defs/loop' } } }
    expect(shape({ $ref: '#/$defs/a~1b' }, root)).toEqual({ kind: 'text' })
    expect(resolved({ $ref: '#/$defs/loop' }, root)).toEqual({})
    expect(resolved({ $ref: 'other.json#/a' }, root)).toEqual({})
  })
})

describe('fits', () => {
  const branches = [
    { type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] },
    { type: 'object', properties: { kind: { const: 'b' }, n: { type: 'number' } }, required: ['kind', 'n'] },
  ]

  it('tells by a glance which branch a value takes', () => {
    const taken = (value: Parameters<typeof fits>[0]): number =>
      branches.findIndex((each) => fits(value, each, {}))
    expect(taken({ kind: 'a' })).toBe(0)
    expect(taken({ kind: 'b', n: new RawText('1') })).toBe(1)
    expect(taken({ kind: 'c' })).toBe(-1)
    expect(taken('a')).toBe(-1)
  })
})

describe('blankOf', () => {
  it('has what is required, with defaults, and ends where a schema refers to itself', () => {
    const root: Schema = {
      type: 'object',
      properties: { name: { type: 'string', default: 'x' }, size: { type: 'integer' }, next: { $ref: '#' } },
      required: ['name', 'next'],
    }
    const blank = JSON.stringify(blankOf(root, root))
    expect(blank.startsWith('{"name":"x","next":{"name":"x","next":')).toBe(true)
  })
})

describe('a schema that refers to itself', () => {
  it('ends everywhere', () => {
    for (const root of [
      { anyOf: [{ $ref: '#' }] },
      { anyOf: [{ $ref: '#' }, { $ref: '#' }] },
      { type: 'array', items: { $ref: '#' }, minItems: 1 },
    ] satisfies Schema[]) {
      shapeOf(root, root)
      fits('a', root, root)
      blankOf(root, root)
      expect(typeWords(root, root).length).toBeLessThan(200)
    }
  })
})

describe('typeWords', () => {
  it('are what a programmer writes', () => {
    expect(typeWords({ type: 'array', items: { type: ['string', 'null'] } }, {})).toBe('(string | null)[]')
    expect(typeWords({ enum: ['a', 'b'] }, {})).toBe('"a" | "b"')
    expect(constraintWords({ minimum: 1, pattern: '^a', uniqueItems: true })).toEqual([
      'minimum 1',
      'pattern "^a"',
      'uniqueItems',
    ])
    expect(branchName({ type: 'object', properties: { kind: { const: 'text' } } }, {})).toBe('kind: "text"')
  })
})
