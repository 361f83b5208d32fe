import type { JsonObject, JsonValue } from '@millrace/schema'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { setupMcp, type McpSetup } from '../support/setup-mcp.ts'

const plain: JsonObject = {
  name: 'plain',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
}

/** A server with a tool of this schema, between tools with nothing wrong. */
async function withSchema(
  inputSchema: JsonValue,
  outputSchema?: JsonValue,
): Promise<McpSetup & { readonly parameters: JsonObject; readonly problems: readonly string[] }> {
  const odd = { name: 'odd', inputSchema, ...(outputSchema !== undefined && { outputSchema }) }
  const x = scriptedServer(plain, odd, { ...plain, name: 'z' })
  const made = await setupMcp({ x })
  const { ctx, call } = made
  ctx.mcp.add('x', config)
  await ctx.mcp.ready()
  const schemas = ctx.tools.schemas()
  expect(schemas.map(({ name }) => name)).toEqual(['mcp__x__odd', 'mcp__x__plain', 'mcp__x__z'])
  expect(() => JSON.stringify(schemas)).not.toThrow()
  for (const { parameters } of schemas) expect(parameters['type']).toBe('object')
  expect(await call('mcp__x__plain', { q: 'a' })).toMatchObject({ isError: false })
  expect(await call('mcp__x__z', {})).toMatchObject({ error: { info: { code: 'INVALID_ARGS' } } })
  const [{ parameters } = { parameters: {} }] = schemas
  return { ...made, parameters: parameters as JsonObject, problems: ctx.mcp.servers()[0]?.problems ?? [] }
}

const invalid = { isError: true, error: { info: { code: 'INVALID_ARGS' } } }
const fine = { isError: false }

describe('the schema of a remote tool', () => {
  verifies(['fault:B014'], 'keeps its definitions, and arguments are judged by them', async () => {
    const schema = {
      type: 'object',
      properties: { q: { $ref: '#/$defs/Q' } },
      required: ['q'],
      $defs: {
        Q: {
          type: 'object',
          properties: { query: { type: 'string' }, limit: { type: 'integer' } },
          required: ['query'],
        },
      },
    }
    const { parameters, call, problems } = await withSchema(schema)
    expect(parameters).toEqual(schema)
    expect(problems).toEqual([])
    expect(await call('mcp__x__odd', { q: { query: 'a', limit: 3 } })).toMatchObject(fine)
    const refused = await call('mcp__x__odd', { q: { limit: 'many' } })
    expect(refused).toMatchObject(invalid)
    expect(refused.isError && refused.error.message).toContain('"q.limit" must be an integer')
  })

  verifies(['fault:B014'], 'loses references that lead nowhere, and says so', async () => {
    for (const $ref of [
      '#/$defs/Gone',
      'https://evil.example/schema.json',
      '#anchor',
      'other.json#/a',
      'file:///etc/passwd',
    ]) {
      const { parameters, problems, call } = await withSchema({
        type: 'object',
        properties: { q: { $ref, description: 'What' }, n: { type: 'number' } },
      })
      expect(parameters).toEqual({
        type: 'object',
        properties: { q: { description: 'What' }, n: { type: 'number' } },
      })
      expect(problems.join()).toContain(JSON.stringify($ref))
      expect(await call('mcp__x__odd', { q: [1] })).toMatchObject(fine)
    }
  })

  verifies(['fault:B014'], 'may have names that are keywords elsewhere', async () => {
    const names = ['default', 'enum', 'const', 'examples', '$ref', 'properties', 'description']
    const all = (value: JsonValue): JsonObject => Object.fromEntries(names.map((name) => [name, value]))
    for (const keyword of ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']) {
      const told = { description: 'A\u{200b}b', items: { title: 'c\u{200b}d' } }
      const { parameters, problems, call } = await withSchema({
        type: 'object',
        [keyword]: all({ $ref: '#/$defs/Gone', ...told, default: { $ref: '#/kept', title: 'e\u{200b}f' } }),
      })
      const mended = { description: 'A\\u{200b}b', items: { title: 'c\\u{200b}d' } }
      expect(parameters).toEqual({
        type: 'object',
        [keyword]: all({ ...mended, default: { $ref: '#/kept', title: 'e\u{200b}f' } }),
      })
      expect(problems.join()).toContain('its parameters refer to "#/$defs/Gone", which they do not have')
      expect(problems.join()).toContain('hidden characters')
      expect(await call('mcp__x__odd', { default: { properties: 1 } })).toMatchObject(fine)
    }
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, {}]))
    const large = await withSchema({ type: 'object', properties: { default: { properties: many } } })
    expect(large.problems.join()).toContain('more than 10000 parts')
    expect(large.parameters).toEqual({ type: 'object' })
  })

  verifies(['fault:B016'], 'may refer to itself', async () => {
    const node = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }
    const { call, parameters } = await withSchema(node)
    expect(parameters).toEqual(node)
    expect(await call('mcp__x__odd', { children: [{ children: [] }] })).toMatchObject(fine)
    expect(await call('mcp__x__odd', { children: [{ children: 3 }] })).toMatchObject(invalid)
    const loop = {
      type: 'object',
      $ref: '#/$defs/a',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    }
    // Whatever the judge says of it: it is said, and the others work.
    const endless = await withSchema(loop)
    expect(await endless.call('mcp__x__odd', {})).toHaveProperty('isError')
  })

  verifies(['fault:B017'], 'may have lists of types and schemas that are true or false', async () => {
    const schema = {
      properties: {
        rows: {
          type: ['array', 'null'],
          items: { type: ['object', 'null'], properties: { value: true, never: false } },
        },
      },
    }
    const { call, parameters } = await withSchema(schema)
    expect(parameters).toEqual({ ...schema, type: 'object' })
    expect(await call('mcp__x__odd', { rows: [null, { value: { any: 1 } }] })).toMatchObject(fine)
    expect(await call('mcp__x__odd', { rows: [{ never: 1 }] })).toMatchObject(invalid)
    expect(await call('mcp__x__odd', { rows: 'x' })).toMatchObject(invalid)
  })

  verifies(['fault:B019'], 'gets the object root that it lacks', async () => {
    for (const [schema, args, verdict] of [
      [{}, { a: 1 }, fine],
      [{ properties: { a: { type: 'string' } } }, { a: 'x' }, fine],
      [{ properties: { a: { type: 'string' } } }, { a: 1 }, invalid],
      [{ type: ['object', 'null'], required: ['a'] }, {}, invalid],
      [{ anyOf: [{ type: 'object', required: ['a'] }, { required: ['b'] }] }, { b: 1 }, fine],
    ] as const) {
      const { call } = await withSchema(schema as JsonValue)
      expect(await call('mcp__x__odd', args)).toMatchObject(verdict)
    }
  })

  verifies(
    ['fault:B020'],
    'that cannot be of arguments accepts any object, and the others stay',
    async () => {
      for (const schema of [
        { type: 'string', properties: { a: {} }, required: ['a'] },
        null,
        'x',
        [],
        7,
        true,
        { type: 'array' },
      ]) {
        const { parameters, problems, call } = await withSchema(schema)
        expect(parameters).toEqual({ type: 'object' })
        expect(problems.join()).toContain('any arguments are accepted')
        expect(await call('mcp__x__odd', { a: 1 })).toMatchObject(fine)
        expect(await call('mcp__x__odd', 'text')).toMatchObject(invalid)
      }
    },
  )

  verifies(
    ['fault:B017'],
    'that is no valid JSON Schema accepts any object, which is found out when it is called',
    async () => {
      for (const schema of [
        { type: 'object', properties: { a: { type: 'strnig' } } },
        { type: 'object', required: 'a' },
        { type: 'object', properties: { a: { pattern: '(' } } },
        { $schema: 'https://evil.example/dialect', type: 'object' },
        { type: 'object', properties: [] },
      ] as JsonValue[]) {
        const { ctx, call } = await withSchema(schema)
        expect(await call('mcp__x__odd', { a: 1 })).toMatchObject(fine)
        expect(ctx.mcp.servers()[0]?.problems.join()).toMatch(
          /mcp__x__odd: its parameters cannot be checked \(.+\); any arguments/,
        )
      }
    },
  )

  verifies(['fault:B023'], 'that is nested 20,000 levels deep is bounded, as are values', async () => {
    let deep: JsonObject = { type: 'string' }
    let value: JsonValue = 'x'
    for (let level = 0; level < 20_000; level += 1) {
      deep = { type: 'object', properties: { a: deep } }
      value = { a: value }
    }
    const { parameters, problems, call } = await withSchema(deep, deep)
    expect(parameters).toEqual({ type: 'object' })
    expect(problems.filter((problem) => problem.includes('nested deeper than'))).toHaveLength(2)
    const answer = await call('mcp__x__odd', value)
    expect(answer).toHaveProperty('isError')
  })

  verifies(['fault:B017'], 'is validated in whole: patterns, bounds, formats of structure', async () => {
    const { call } = await withSchema({
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1, maximum: 5 }, s: { type: 'string', pattern: '^a+$' } },
      dependentRequired: { n: ['s'] },
      additionalProperties: false,
    })
    expect(await call('mcp__x__odd', { n: 5, s: 'aa' })).toMatchObject(fine)
    for (const args of [{ n: 6, s: 'a' }, { n: 1 }, { s: 'b' }, { other: 1 }]) {
      expect(await call('mcp__x__odd', args)).toMatchObject(invalid)
    }
  })
})
