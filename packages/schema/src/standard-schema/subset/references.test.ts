import { describe, expect } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { assertSupportedJsonSchema } from '../../json-schema/assert.ts'
import { toSubsetSchema } from './to-subset.ts'

/** The widened schema, asserted to be in the subset. */
function widen(schema: unknown): unknown {
  const widened = toSubsetSchema(schema)
  assertSupportedJsonSchema(widened)
  return widened
}

const object = (properties: object, more: object = {}): object => ({ type: 'object', properties, ...more })

describe('toSubsetSchema', () => {
  verifies(['contract:R11', 'fault:B014'], 'writes local references out, and follows no other', () => {
    expect(
      widen({
        type: 'object',
        properties: {
          q: { $ref: '#/$defs/Q', description: 'the query' },
          odd: { $ref: '#/$defs/a~1b%20c/0' },
          gone: { $ref: '#/$defs/missing' },
          away: { $ref: 'https://example.com/schema.json' },
          anchor: { $ref: '#name' },
          broken: { $ref: '#/%' },
          own: { $ref: 'https://example.com/own#/$defs/Q/properties/limit' },
          other: { $ref: 'https://example.com/owner' },
          into: { $ref: '#/$defs/Q/type/x' },
        },
        $id: 'https://example.com/own',
        $defs: {
          Q: {
            type: 'object',
            description: 'any query',
            properties: { query: { type: 'string' }, limit: { type: 'integer' } },
            required: ['query'],
          },
          'a/b c': [{ type: 'null' }],
        },
      }),
    ).toEqual({
      type: 'object',
      properties: {
        q: {
          description: 'the query',
          type: 'object',
          properties: { query: { type: 'string' }, limit: { type: 'integer' } },
          required: ['query'],
        },
        odd: { type: 'null' },
        gone: {},
        away: {},
        anchor: {},
        broken: {},
        own: { type: 'integer' },
        other: {},
        into: {},
      },
    })
    const embedded = { $id: 'item', properties: { a: { $ref: '#/$defs/T' } }, $defs: { T: { type: 'null' } } }
    expect(
      widen({
        properties: { x: { type: 'object', ...embedded }, y: { $ref: '#/$defs/T' } },
        $defs: { T: { type: 'string' } },
      }),
    ).toEqual({})
    expect(
      widen({
        type: 'object',
        properties: {
          x: { type: 'object', ...embedded },
          y: { $ref: '#/$defs/T' },
          z: { $id: '#z', $ref: '#/$defs/T' },
        },
        $defs: { T: { type: 'string' } },
      }),
    ).toEqual(object({ x: object({ a: { type: 'null' } }), y: { type: 'string' }, z: { type: 'string' } }))
  })

  verifies(['contract:R11'], 'reads a reference of older drafts alone', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/definitions/A', type: 'null', title: 't' } },
    }
    const definitions = { A: { type: 'string', pattern: 'x' } }
    const old = { $schema: 'http://json-schema.org/draft-07/schema#' }
    expect(widen({ ...old, ...schema, definitions })).toEqual(object({ a: { type: 'string' } }))
    expect(widen({ ...schema, definitions })).toEqual(object({ a: { title: 't' } }))
  })

  verifies(['contract:R11', 'fault:B016'], 'widens recursion to any JSON', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }
    expect(JSON.stringify(widen(tree))).toBe(
      '{"type":"object","properties":{"children":{"type":"array","items":{}}}}',
    )
    expect(widen({ $ref: '#' })).toEqual({})
    expect(
      widen({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
    ).toEqual({})
  })

  verifies(['contract:R11', 'fault:B023'], 'stays bounded on schemas that are deep or that multiply', () => {
    let deep: object = { type: 'string', minLength: 1 }
    for (let level = 0; level < 20_000; level++) deep = object({ a: deep })
    expect(widen(deep)).toMatchObject({ type: 'object', properties: { a: { type: 'object' } } })
    const bomb: Record<string, object> = { d0: { type: 'string', minLength: 1 } }
    for (let level = 1; level < 60; level++) {
      const half = { $ref: `#/$defs/d${level - 1}` }
      bomb[`d${level}`] = object({ a: half, b: half })
    }
    expect(JSON.stringify(widen({ $ref: '#/$defs/d59', $defs: bomb })).length).toBeLessThan(2_000_000)
  })
})
