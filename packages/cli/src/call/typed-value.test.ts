import { describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { fromText, propertiesOf } from './typed-value.ts'

const read = (text: string, schema: object): unknown =>
  fromText(text, schema as Record<string, unknown>, 'key')

describe('a typed value', () => {
  test.each(['5', 'true', 'null', '{"a":1}', '"quoted"', '', ' padded ', '=', '9007199254740993'])(
    'is verbatim where text is declared: %j',
    (text) => expect(read(text, { type: 'string' })).toBe(text),
  )

  test.each([
    ['5', { type: 'integer' }, 5],
    ['-2.5e1', { type: 'number' }, -25],
    ['true', { type: 'boolean' }, true],
    ['null', { type: 'null' }, null],
    ['[1,"a"]', { type: 'array' }, [1, 'a']],
    ['{"a":{"b":1}}', { type: 'object' }, { a: { b: 1 } }],
    ['7', {}, 7],
    ['plain words', {}, 'plain words'],
    ['5', { oneOf: [{ type: 'integer' }, { type: 'string' }] }, 5],
    ['five', { oneOf: [{ type: 'integer' }, { type: 'string' }] }, 'five'],
    ['true', { oneOf: [{ type: 'integer' }, { type: 'string' }] }, 'true'],
    ['null', { type: ['string', 'null'] }, null],
    ['3', { anyOf: [{ type: 'integer' }, {}] }, 3],
  ])('%s as %j', (text, schema, value) => {
    expect(read(text, schema)).toEqual(value)
  })

  test.each([
    ['1.5', { type: 'integer' }, 1.5],
    ['true', { type: 'integer' }, true],
    ['[1]', { type: 'integer' }, [1]],
    ['null', { type: 'array' }, null],
  ])('%s stays what it is for the tool to refuse as %j', (text, schema, value) => {
    expect(read(text, schema)).toEqual(value)
  })

  test.each([
    ['abc', { type: 'integer' }],
    ['yes', { type: 'boolean' }],
    ['one, two', { type: 'array' }],
    ['1,"other":2', { type: 'number' }],
    ['1}', { type: 'number' }],
    ['1,"value":2', { type: 'number' }],
    ['', { type: 'number' }],
  ])('%j stays text for the tool to refuse as %j', (text, schema) => {
    expect(read(text, schema)).toBe(text)
  })

  test.each([
    ['[1', { type: 'array' }, /line 1, column 3/],
    [' {"a":}', { type: 'object' }, /line 1, column 7/],
    ["[{'a':1}]", { type: ['array', 'object'] }, /line 1, column 3/],
  ])('%j is told where it is no JSON', (text, schema, place) => {
    expect(() => read(text, schema)).toThrow(place)
  })

  test.each(['9007199254740993', '1e400', '{"a":1,"a":2}'])(
    '%s is refused, never rounded or picked',
    (text) => {
      expect(() => read(text, {})).toThrow(UsageError)
    },
  )
})

test('parameters are found in any schema, however odd', () => {
  expect([...propertiesOf({ type: 'object', properties: { a: { type: 'string' } } }).keys()]).toEqual(['a'])
  expect(propertiesOf({ properties: null }).size).toBe(0)
  expect(propertiesOf({}).size).toBe(0)
})
