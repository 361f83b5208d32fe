import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { validateJsonSchemaValue } from '../compile.ts'
import type { JsonSchemaNode } from '../node.ts'

const literal = (matched: number): string => `"p" must match exactly one oneOf branch (matched ${matched})`
const check = (schema: JsonSchemaNode, value: unknown): string[] =>
  validateJsonSchemaValue(schema, value, 'p')

const shape = (kind: string, size: string): JsonSchemaNode => ({
  type: 'object',
  properties: { kind: { type: 'string', const: kind }, [size]: { type: 'number' } },
  required: ['kind', size],
})
const shapes: JsonSchemaNode = {
  oneOf: [{ type: 'null' }, shape('square', 'side'), shape('circle', 'radius')],
}

describe('oneOf', () => {
  verifies(['contract:J6'], 'accepts what exactly one branch accepts', () => {
    expect(check(shapes, { kind: 'circle', radius: 1 })).toEqual([])
    expect(check(shapes, null)).toEqual([])
    expect(check({ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1.5)).toEqual([])
    expect(check({ oneOf: [{ type: 'number' }, { type: 'string' }] }, 'x')).toEqual([])
  })

  verifies(['contract:J6'], 'explains why no branch accepts a value, the nearest branch first', () => {
    expect(check(shapes, { kind: 'circle', radius: 'x' })).toEqual([
      `${literal(0)}: branch 3: "p.radius" must be a number, received a string; ` +
        'branch 2: missing required property "p.side", "p.kind" must be "square"; ' +
        'branch 1: "p" must be null, received an object',
    ])
  })

  verifies(['contract:J6'], 'names the branches that accept a value together', () => {
    const any = (count: number): JsonSchemaNode => ({ oneOf: Array.from({ length: count }, () => ({})) })
    expect(check({ oneOf: [{ type: 'null' }, { type: 'number' }, { type: 'integer' }] }, 1)).toEqual([
      `${literal(2)}: branches 2 and 3 accept it`,
    ])
    expect(check(any(4), 1)).toEqual([`${literal(4)}: branches 1, 2, 3 and 4 accept it`])
    expect(check(any(9), 1)).toEqual([`${literal(9)}: branches 1, 2, 3, 4 and 5 more accept it`])
  })

  verifies(['contract:J6', 'security:J5'], 'stays short, however many branches and reasons there are', () => {
    const required = Array.from({ length: 8 }, (_, index) => `property ${index}`)
    const properties = Object.fromEntries(required.map((name) => [name, {}]))
    const branch: JsonSchemaNode = { type: 'object', properties, required }
    const lines = check({ oneOf: Array.from({ length: 100_000 }, () => branch) }, {})
    expect(lines).toHaveLength(1)
    expect(lines[0]?.startsWith(literal(0))).toBe(true)
    expect(lines[0]).toContain('and 6 more violations')
    expect(lines[0]).toMatch(/; and 99996 more branches$/)
    expect(lines[0]?.length).toBeLessThan(1_000)
    expect(check({ oneOf: Array.from({ length: 5 }, () => ({ type: 'null' as const })) }, 1)[0]).toMatch(
      /; and 1 more branch$/,
    )
  })

  test('explains branches of branches down to a few levels', () => {
    let schema: JsonSchemaNode = { oneOf: [{ type: 'string' }, { type: 'null' }] }
    for (let level = 0; level < 10; level++) schema = { oneOf: [schema, { type: 'boolean' }] }
    const [line] = check(schema, 1)
    expect(line?.match(/matched 0/g)).toHaveLength(4)
    expect(line?.length).toBeLessThan(1_000)
  })

  test('does not hide what is lossy', () => {
    const schema: JsonSchemaNode = { oneOf: [{ type: 'object' }, { type: 'null' }] }
    expect(check(schema, { a: undefined })[0]).toContain('branch 1: "p" must be a lossless JSON object')
  })
})
