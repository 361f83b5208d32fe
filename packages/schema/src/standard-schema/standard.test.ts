import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { JsonSchemaError } from '../json-schema/errors.ts'
import { isSnapshot } from '../json/snapshot.ts'
import { withObjectRoot } from './object-root.ts'
import { readForeignSchema } from './read-json-schema.ts'
import { isForeignSchema, isStandardSchema, type StandardSchema } from './standard.ts'
import { validateStandard } from './validate.ts'

const valibot = v.object({ a: v.string() })

/** A schema of no library, whose validator and converter are given. */
function fake(validate: (value: unknown) => unknown, input?: () => unknown): StandardSchema {
  return {
    '~standard': {
      version: 1,
      vendor: 'fake',
      validate,
      ...(input && { jsonSchema: { input, output: input } }),
    },
  } as StandardSchema
}

const throwing = (error: unknown) => (): never => {
  throw error
}

describe('isStandardSchema', () => {
  verifies(['contract:R11'], 'recognises the libraries', () => {
    for (const schema of [z.string(), z.object({}), valibot, toStandardJsonSchema(valibot), type('string')]) {
      expect(isStandardSchema(schema)).toBe(true)
      expect(isForeignSchema(schema)).toBe(true)
      expect(isForeignSchema({ schema, jsonSchema: {} })).toBe(true)
    }
  })

  verifies(['contract:R11'], 'recognises nothing else, and never throws', () => {
    const hostile = new Proxy({}, { get: throwing(new Error('no')) })
    for (const value of [
      undefined,
      null,
      'text',
      1,
      [],
      {},
      () => 1,
      hostile,
      { '~standard': null },
      { '~standard': { type: 'string' } },
      { '~standard': { version: 2, validate: () => ({ value: 1 }) } },
      { '~standard': { version: 1, validate: 'yes' } },
    ]) {
      expect(isStandardSchema(value)).toBe(false)
      expect(isForeignSchema(value)).toBe(false)
      expect(isForeignSchema({ schema: value })).toBe(false)
    }
    expect(isForeignSchema({ schema: { type: 'string' }, jsonSchema: { type: 'string' } })).toBe(false)
  })
})

describe('readForeignSchema', () => {
  verifies(['contract:R11'], 'takes the JSON Schema of the input side from the library', () => {
    const schema = z.object({ a: z.string().default('x'), n: z.string().transform(Number) })
    const read = readForeignSchema(schema, 'parameters')
    expect(read.schema).toBe(schema)
    expect(isSnapshot(read.jsonSchema)).toBe(true)
    expect(read.jsonSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { type: 'string', default: 'x' }, n: { type: 'string' } },
      required: ['n'],
    })
    expect(readForeignSchema(type({ a: 'string', 'n?': 'number' }), 'parameters').jsonSchema).toMatchObject({
      type: 'object',
      properties: { a: { type: 'string' }, n: { type: 'number' } },
      required: ['a'],
    })
    expect(readForeignSchema(toStandardJsonSchema(valibot), 'parameters').jsonSchema).toMatchObject({
      type: 'object',
      required: ['a'],
    })
  })

  verifies(['contract:R11'], 'takes the JSON Schema that stands beside', () => {
    const jsonSchema = toJsonSchema(valibot)
    const read = readForeignSchema({ schema: valibot, jsonSchema }, 'parameters')
    expect(read.schema).toBe(valibot)
    expect(read.jsonSchema).toEqual(jsonSchema)
  })

  verifies(['contract:R11'], 'says which field has no JSON Schema, and how to mend it', () => {
    const mend = 'pass { schema, jsonSchema } with a JSON Schema written beside it'
    const read = (schema: unknown) => (): unknown =>
      readForeignSchema(schema as StandardSchema, 'output.schema')
    expect(read(valibot)).toThrow(
      new JsonSchemaError([
        `output.schema: this valibot schema gives no JSON Schema; wrap it in toStandardJsonSchema of @valibot/to-json-schema, or ${mend}`,
      ]),
    )
    expect(read(fake(() => ({ value: 1 })))).toThrow(
      `output.schema: this fake schema gives no JSON Schema; ${mend}`,
    )
    expect(read(z.object({ at: z.date() }))).toThrow(
      `output.schema: this zod schema cannot be expressed as JSON Schema (Date cannot be represented in JSON Schema); ${mend}`,
    )
    expect(read(fake(() => 1, throwing('odd')))).toThrow('cannot be expressed as JSON Schema (odd)')
    for (const jsonSchema of [undefined, null, 1, [], () => 1]) {
      expect(
        read(
          fake(
            () => 1,
            () => jsonSchema,
          ),
        ),
      ).toThrow('output.schema must be a JSON Schema object')
      expect(read({ schema: valibot, jsonSchema })).toThrow(
        'output.schema.jsonSchema must be a JSON Schema object',
      )
    }
    const hostile = Object.defineProperty({}, 'a', { enumerable: true, get: throwing('odd') })
    expect(read({ schema: valibot, jsonSchema: hostile })).toThrow(
      `output.schema.jsonSchema: this cannot be expressed as JSON Schema (odd); ${mend}`,
    )
  })
})

describe('withObjectRoot', () => {
  verifies(
    ['contract:R11', 'fault:B019'],
    'supplies the object root that is missing, and touches nothing else',
    () => {
      const whole = { type: 'object', properties: {} }
      expect(withObjectRoot(whole, 'parameters')).toBe(whole)
      expect(withObjectRoot({}, 'parameters')).toEqual({ type: 'object' })
      const properties = { a: { type: 'string' } }
      expect(withObjectRoot({ properties }, 'parameters')).toEqual({ properties, type: 'object' })
      expect(withObjectRoot({ type: ['object', 'null'], properties }, 'parameters')).toEqual({
        properties,
        type: 'object',
      })
      const oneOf = [{ type: 'object' }, { type: 'null' }, true]
      expect(withObjectRoot({ oneOf }, 'parameters')).toEqual({ oneOf, type: 'object' })
    },
  )

  verifies(['contract:R11', 'fault:B019'], 'refuses a root that cannot be an object', () => {
    const anyOf = [{ type: 'string' }, false, { oneOf: [{ type: 'null' }] }]
    for (const schema of [{ type: 'string' }, { type: ['string', 'null'] }, { anyOf }, { type: 1 }]) {
      expect(() => withObjectRoot(schema, 'parameters')).toThrow(
        new JsonSchemaError([
          'parameters must describe an object, because arguments have names: wrap the schema in an object',
        ]),
      )
    }
    let deep: { [key: string]: never } = { type: 'string' as never }
    for (let level = 0; level < 50_000; level++) deep = { anyOf: [deep] as never }
    expect(withObjectRoot(deep, 'parameters')).toHaveProperty('type', 'object')
  })
})

describe('validateStandard', () => {
  verifies(['contract:R11'], 'returns the parsed value, or messages with the path', () => {
    const schema = z.object({ a: z.array(z.object({ b: z.string() })).default([]) })
    expect(validateStandard(schema, {}, 'arguments')).toEqual({ value: { a: [] } })
    expect(validateStandard(schema, { a: [{ b: 'x' }, { b: 1 }] }, 'arguments')).toEqual({
      violations: ['"a[1].b": Invalid input: expected string, received number'],
    })
    expect(validateStandard(schema, { a: [{ b: 1 }] }, 'value')).toEqual({
      violations: ['"value.a[0].b": Invalid input: expected string, received number'],
    })
    expect(validateStandard(schema, 1, 'arguments')).toEqual({
      violations: ['"arguments": Invalid input: expected object, received number'],
    })
    expect(validateStandard(valibot, { a: 1 }, 'arguments')).toEqual({
      violations: ['"a": Invalid type: Expected string but received 1'],
    })
    expect(validateStandard(type({ a: 'string' }), { a: 1 }, 'arguments')).toEqual({
      violations: ['"a": a must be a string (was a number)'],
    })
    const symbolic = { issues: [{ message: 'no', path: [Symbol('s')] }] }
    expect(
      validateStandard(
        fake(() => symbolic),
        1,
        'value',
      ),
    ).toEqual({ violations: ['"value.Symbol(s)": no'] })
  })

  verifies(
    ['contract:R11'],
    'returns a promise for an asynchronous schema, which never rejects',
    async () => {
      const schema = z.object({ a: z.string() }).refine(async ({ a }) => a === 'x', 'must be x')
      const verdict = validateStandard(schema, { a: 'x' }, 'arguments')
      expect(verdict).toBeInstanceOf(Promise)
      expect(await verdict).toEqual({ value: { a: 'x' } })
      expect(await validateStandard(schema, { a: 'y' }, 'arguments')).toEqual({
        violations: ['"arguments": must be x'],
      })
      const rejecting = fake(() => Promise.reject(new Error('down')))
      expect(await validateStandard(rejecting, 1, 'value')).toEqual({
        violations: ['"value": its validator failed (down)'],
      })
      const settleWith = (settle: (result: unknown) => void): void => settle({ value: 2 })
      const thenable = { [String('then')]: settleWith }
      expect(
        await validateStandard(
          fake(() => thenable),
          1,
          'value',
        ),
      ).toEqual({ value: 2 })
      expect(
        await validateStandard(
          fake(() => Promise.resolve({ issues: [null] })),
          1,
          'value',
        ),
      ).toHaveProperty('violations')
    },
  )

  verifies(['contract:R11'], 'takes nothing but a clear success as one', () => {
    const verdict = (validate: () => unknown): unknown => validateStandard(fake(validate), 1, 'value')
    for (const answer of [undefined, null, 1, 'ok', true]) {
      expect(verdict(() => answer)).toEqual({ violations: ['"value": its validator gave no result'] })
    }
    for (const issues of [[], 'bad', 1]) {
      expect(verdict(() => ({ value: 1, issues }))).toEqual({
        violations: ['"value": its validator refused it without saying why'],
      })
    }
    expect(verdict(throwing(new Error('no')))).toEqual({ violations: ['"value": its validator failed (no)'] })
    expect(verdict(throwing('no'))).toEqual({
      violations: ['"value": its validator failed (it threw something that is not an error)'],
    })
    expect(verdict(() => ({ issues: [null] }))).toHaveProperty('violations')
  })
})
