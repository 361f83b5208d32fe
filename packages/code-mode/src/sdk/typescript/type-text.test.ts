import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { typeText } from './type-text.ts'

const string = { type: 'string' } as const
const closed = (properties: object, required: string[] = []): object => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
})

describe('typeText', () => {
  const scalars: [string, unknown, string][] = [
    ['a string', string, 'string'],
    ['an integer', { type: 'integer' }, 'number'],
    ['a number', { type: 'number' }, 'number'],
    ['a boolean', { type: 'boolean' }, 'boolean'],
    ['null', { type: 'null' }, 'null'],
    ['an enumeration', { type: 'string', enum: ['a', '"\n'] }, '"a" | "\\"\\n"'],
    ['a constant before an enumeration', { type: 'integer', enum: [1, 2], const: 2 }, '2'],
    ['half a surrogate pair', { type: 'string', const: '\ud800' }, '"\\ud800"'],
    ['a list', { type: 'array', items: string }, 'string[]'],
    ['a list of anything', { type: 'array' }, 'JsonValue[]'],
    [
      'a list of a union',
      { type: 'array', items: { oneOf: [string, { type: 'null' }] } },
      '(string | null)[]',
    ],
    ['a list of open objects', { type: 'array', items: { type: 'object' } }, 'Record<string, JsonValue>[]'],
    ['any JSON', {}, 'JsonValue'],
    ['any JSON that is described', { description: 'd', title: 't' }, 'JsonValue'],
    ['an open object', { type: 'object' }, 'Record<string, JsonValue>'],
    ['a closed one', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
    [
      'a union in a union, each once',
      { oneOf: [string, { oneOf: [string, { type: 'null' }] }] },
      'string | null',
    ],
  ]
  for (const [what, schema, text] of scalars) {
    verifies(['contract:TS1'], `writes ${what}`, () => expect(typeText(schema)).toBe(text))
  }

  verifies(['contract:TS1'], 'writes an object with a property on each line', () => {
    const schema = {
      type: 'object',
      properties: {
        path: { ...string, description: ' Where\n it is. */ evil() /* ' },
        'a-b': { type: 'integer' },
        $ok: closed({ inner: string }, ['inner']),
        ['__proto__']: { type: 'array', items: closed({ a: string }) },
      },
      required: ['path', '$ok'],
    }
    expect(typeText(JSON.parse(JSON.stringify(schema)))).toBe(`{
  /** Where it is. *\\/ evil() /* */
  path: string;
  "a-b"?: number;
  $ok: {
    inner: string;
  };
  __proto__?: {
    a?: string;
  }[];
} & Record<string, JsonValue>`)
  })

  verifies(['contract:TS1'], 'puts an open object of a list into parentheses', () => {
    const items = { type: 'object', properties: { a: string } }
    expect(typeText({ type: 'array', items }, 1)).toBe(
      '({\n    a?: string;\n  } & Record<string, JsonValue>)[]',
    )
  })

  verifies(['contract:B0', 'contract:TS1'], 'says any of what it cannot say', () => {
    const cyclic: Record<string, unknown> = { type: 'object' }
    cyclic['properties'] = { again: cyclic }
    const throwing = new Proxy({}, { ownKeys: () => reject() })
    const strange = [
      cyclic,
      throwing,
      undefined,
      7,
      'x',
      [],
      { type: 'strin' },
      { not: {} },
      { oneOf: [] },
      { type: 'array', items: () => 1 },
    ]
    expect(strange.map((schema) => typeText(schema))).toEqual(strange.map(() => 'any'))
  })

  verifies(['contract:B0', 'contract:TS1'], 'says what it can of a foreign schema', () => {
    const schema = {
      type: 'object',
      properties: {
        count: { type: 'integer', minimum: 0, description: 'How many.' },
        maybe: { anyOf: [string, { type: 'null' }], default: null },
        listed: { type: ['string', 'array'], items: { $ref: '#/$defs/Item' } },
        mixed: { enum: ['a', 1, null] },
        labels: { type: 'object', additionalProperties: string },
        both: {
          allOf: [
            { $ref: '#/$defs/Item' },
            { properties: { more: { type: 'boolean' } }, required: ['more'] },
          ],
        },
        again: { $ref: '#' },
        remote: { $ref: 'https://example.com/schema' },
        off: false,
      },
      $defs: {
        Item: {
          type: 'object',
          properties: { id: { type: 'integer' } },
          required: ['id'],
          additionalProperties: false,
        },
      },
    }
    expect(typeText(schema)).toBe(`{
  /** How many. */
  count?: number;
  maybe?: string | null;
  listed?: string | {
    id: number;
  }[];
  mixed?: "a" | 1 | null;
  labels?: Record<string, string>;
  both?: {
    id: number;
    more: boolean;
  };
  again?: any;
  remote?: any;
} & Record<string, JsonValue>`)
  })

  test('takes time in proportion to the size, however deep, wide or shared', () => {
    const times = (count: number, make: (inner: unknown, at: number) => object): unknown => {
      let schema: unknown = string
      for (let at = 0; at < count; at++) schema = make(schema, at)
      return schema
    }
    const many = 20_000
    expect(
      typeText(times(many, (inner, at) => ({ oneOf: [{ type: 'integer', const: at }, inner] }))),
    ).toMatch(/^19999 \| 19998 \| .* \| 0 \| string$/)
    const wide = { oneOf: Array.from({ length: many }, (_, at) => closed({ [`k${at}`]: string })) }
    expect(typeText(wide).split('\n').length).toBe(2 * many + 1)
    expect(typeText({ anyOf: wide.oneOf }).split('\n').length).toBe(2 * many + 1)
    expect(typeText(times(5_000, (inner) => closed({ a: inner })))).toContain('a?: any')
    expect(
      typeText(times(5_000, (inner) => ({ type: 'object', properties: { a: inner }, format: 'x' }))),
    ).toContain('any')
    expect(typeText(times(many, (inner) => ({ type: 'array', items: inner })))).toBe(`any${'[]'.repeat(180)}`)
    expect(typeText(times(60, (inner) => closed({ a: inner, b: inner })))).toBe('any')
    expect(typeText(times(60, (inner) => ({ anyOf: [inner, inner] })))).toBe('any')
  })
})

function reject(): never {
  throw new Error('hostile')
}
