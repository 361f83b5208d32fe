import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { isHarnessError } from '../errors.ts'
import { snapshotJsonValue } from '../json/snapshot.ts'
import { JsonSchemaError } from '../json-schema/errors.ts'
import { validateJsonSchemaValue } from '../json-schema/compile.ts'
import { ToolArgsError, validateArgs } from './args.ts'
import { compileParameters, compileValue, parameterSchemaSpecToJsonSchema } from './compile.ts'
import type { ParameterSchemaSpec } from './spec.ts'

const spec = {
  query: { type: 'string', required: true },
  limit: { type: 'integer' },
  mode: { type: 'string', enum: ['fast', 'exact'] },
  tags: { type: 'array', items: { type: 'string' } },
} as const satisfies ParameterSchemaSpec

describe('validateArgs', () => {
  verifies(['contract:A4'], 'says what is wrong with arguments, in the words of the raw validator', () => {
    expect(validateArgs(spec, { query: 'a', limit: 1, mode: 'fast', tags: ['x'], more: null })).toEqual([])
    expect(validateArgs(spec, {})).toEqual(['missing required property "query"'])
    expect(validateArgs(spec, { query: 1, tags: ['x', 2] })).toEqual([
      expect.stringMatching(/^"query" must be a string/),
      expect.stringMatching(/^"tags\[1\]" must be a string/),
    ])
    expect(validateArgs(spec, null)).toEqual([expect.stringMatching(/^"arguments" must be an object/)])
  })

  verifies(['contract:A4'], 'never throws, whatever the arguments are', () => {
    const throwing = Object.defineProperty({}, 'query', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const cycle: Record<string, unknown> = { query: 'a' }
    cycle.tags = cycle
    for (const hostile of [
      throwing,
      proxy,
      cycle,
      undefined,
      1n,
      Symbol('s'),
      () => 1,
      new Date(),
      Object.assign([], { length: 2 }),
    ]) {
      expect(validateArgs(spec, hostile).length).toBeGreaterThan(0)
    }
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
        (args) => {
          expect(validateArgs(spec, args)).toEqual(
            validateJsonSchemaValue(parameterSchemaSpecToJsonSchema(spec), args, ''),
          )
        },
      ),
    )
  })

  verifies(['contract:A4'], 'judges a snapshot and the value it was taken of alike', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            query: fc.oneof(fc.string(), fc.jsonValue()),
            limit: fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.jsonValue()),
            mode: fc.constantFrom('fast', 'exact', 'slow'),
            tags: fc.array(fc.oneof(fc.string(), fc.integer())),
          },
          { requiredKeys: [] },
        ),
        (args) => {
          let snapshot: unknown
          try {
            snapshot = snapshotJsonValue(args)
          } catch {
            return
          }
          expect(validateArgs(spec, snapshot)).toEqual(validateArgs(spec, args))
        },
      ),
    )
  })

  verifies(['contract:A4'], 'compiles a spec once', () => {
    expect(compileParameters(spec)).toBe(compileParameters(spec))
    let reads = 0
    const counted = {
      get a(): { type: 'string' } {
        reads += 1
        return { type: 'string' }
      },
    }
    for (let call = 0; call < 3; call++) expect(validateArgs(counted, { a: 'x' })).toEqual([])
    expect(reads).toBe(1)
  })

  verifies(['contract:A3', 'contract:A4'], 'throws for a malformed spec: that is its author to mend', () => {
    expect(() => validateArgs({ a: { type: 'x' } } as never, {})).toThrow(JsonSchemaError)
  })

  verifies(['fault:B008'], 'reads no JSON out of strings', () => {
    const write = { content: { type: 'string', required: true } } as const
    const list = { rows: { type: 'array', items: { type: 'integer' }, required: true } } as const
    expect(validateArgs(write, { content: '[1,2,3]' })).toEqual([])
    expect(validateArgs(list, { rows: '[1,2]' })).toEqual([
      expect.stringMatching(/^"rows" must be an array.*string/),
    ])
    expect(validateArgs(list, { rows: [1, 2] })).toEqual([])
  })

  verifies(['fault:B012'], 'takes an own __proto__ key as a key like any other', () => {
    const args = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"p":1}},"query":"a"}',
    ) as unknown
    expect(validateArgs(spec, args)).toEqual([])
    expect(validateArgs(spec, snapshotJsonValue(args))).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    const own = JSON.parse('{"__proto__":{"type":"string","required":true}}') as ParameterSchemaSpec
    expect(validateArgs(own, {})).toEqual(['missing required property "__proto__"'])
    expect(validateArgs(own, JSON.parse('{"__proto__":1}'))).toEqual([
      expect.stringMatching(/^"__proto__" must be a string/),
    ])
  })
})

describe('ToolArgsError', () => {
  verifies(['contract:A4'], 'carries its violations and a stable code', () => {
    const violations = ['a', 'b']
    const error = new ToolArgsError(violations)
    violations.push('c')
    expect(error).toMatchObject({
      name: 'ToolArgsError',
      code: 'INVALID_ARGS',
      message: 'invalid arguments: a; b',
      violations: ['a', 'b'],
    })
    expect(isHarnessError(error)).toBe(true)
    expect(Object.isFrozen(error.violations)).toBe(true)
  })
})

describe('compileValue', () => {
  verifies(['contract:A1'], 'judges values by the author schema', () => {
    const compiled = compileValue({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'json' } }] })
    expect(compiled.accepts(snapshotJsonValue(['x', [1]]))).toBe(true)
    expect(compiled.accepts(snapshotJsonValue({ a: 1 }))).toBe(false)
    expect(compiled.violations(['x', undefined], 'value').length).toBeGreaterThan(0)
    expect(compiled.schema).toEqual({ oneOf: [{ type: 'string' }, { type: 'array', items: {} }] })
  })

  verifies(['contract:A3'], 'names the schema as its caller calls it', () => {
    expect(() => compileValue({ type: 'x' } as never, 'output.schema')).toThrow(
      /: output\.schema\.type must be/,
    )
    expect(() => compileParameters({ a: 1 } as never, 'input')).toThrow(/: input\.a must be a schema node/)
  })
})
