import {
  compileForeignSchema,
  type ForeignValidator,
  type JsonObject,
  type JsonValue,
} from '@millrace/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { compileTools } from './compile-tools.ts'
import { dialectRules, type Dialect } from './dialect.ts'
import { isLong } from '../../../../../tests/support/effort.ts'

const dialects = Object.keys(dialectRules) as Dialect[]

/** A schema as one dialect has it, and what it lost. */
function compiled(
  parameters: unknown,
  dialect: Dialect,
): { schema: JsonObject; notices: readonly string[]; description: string } {
  const tool = { name: 'x', description: 'Does.', parameters: parameters as JsonObject }
  const { tools, notices } = compileTools([tool], dialect)
  return { schema: tools[0]?.inputSchema as JsonObject, notices, description: tools[0]?.description ?? '' }
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})

describe.each(dialects)('%s', (dialect) => {
  test('leaves an ordinary schema as it is, and has nothing to say', () => {
    const schema = object(
      {
        path: { type: 'string', description: 'Where.' },
        lines: { type: 'array', items: { type: 'integer', minimum: 1 } },
      },
      { required: ['path', 'lines'], additionalProperties: false },
    )
    expect(compiled(schema, dialect)).toMatchObject({ schema, notices: [] })
  })

  verifies(['fault:B014'], 'keeps what references lead to, and none that leads nowhere', () => {
    const q = { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } } }
    const { schema } = compiled({ ...object({ q: { $ref: '#/$defs/Q' } }), $defs: { Q: q } }, dialect)
    const text = JSON.stringify(schema)
    expect(text).toContain('"query"')
    expect(text.includes('$ref')).toBe(text.includes('$defs'))
    const dangling = compiled(
      object({ q: { $ref: '#/$defs/Gone' }, r: { $ref: 'https://other.test/s' } }),
      dialect,
    )
    expect(JSON.stringify(dangling.schema)).not.toContain('$ref')
    expect(dangling.notices.join()).toContain('/properties/q/$ref')
  })

  verifies(['fault:B016'], 'takes a schema that refers to itself beside ordinary ones', () => {
    const node = object({ children: { type: 'array', items: { $ref: '#/$defs/Node' } } })
    const recursive = { $ref: '#/$defs/Node', $defs: { Node: node } }
    const names = ['a', 'b', 'c', 'd']
    const tools = names.map((name) => ({
      name,
      description: '',
      parameters: name === 'b' ? recursive : object({}),
    }))
    const { tools: all } = compileTools(tools, dialect)
    expect(all.map(({ name }) => name)).toEqual(names)
    expect(JSON.stringify(all[1])).toContain('"children"')
    expect(all[1]?.inputSchema).toMatchObject({ type: 'object' })
  })

  verifies(['fault:B017'], 'takes lists of types and boolean schemas', () => {
    const items = { type: ['object', 'null'], properties: { value: true } }
    const { schema } = compiled(object({ rows: { type: ['array', 'null'], items } }), dialect)
    const text = JSON.stringify(schema)
    expect(text).toContain('"value":{}')
    expect(text.includes('["')).toBe(dialectRules[dialect].typeLists)
  })

  verifies(['fault:B019'], 'always has an object at the root', () => {
    for (const schema of [
      {},
      { properties: { a: { type: 'string' } } },
      { type: ['object', 'null'] },
      { type: 'string' },
    ]) {
      expect(compiled(schema, dialect).schema).toMatchObject({ type: 'object' })
    }
  })

  verifies(['fault:B021'], 'has names that every provider takes, and that stay apart', () => {
    const names = [
      'admin.tools.list',
      'admin_tools_list',
      'user-profile/update',
      'a b',
      'x'.repeat(128),
      'x'.repeat(127),
    ]
    const { tools, names: mapped } = compileTools(
      names.map((name) => ({ name, description: '', parameters: object({}) })),
      dialect,
    )
    const theirs = tools.map(({ name }) => name)
    expect(theirs.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true)
    expect(new Set(theirs).size).toBe(names.length)
    expect([...mapped.keys()]).toEqual(names)
  })

  verifies(['fault:B023'], 'bears twenty thousand levels', () => {
    let deep: JsonObject = { type: 'string' }
    for (let level = 0; level < 20_000; level++) deep = object({ in: deep })
    const { schema, notices } = compiled(deep, dialect)
    expect(JSON.stringify(schema).length).toBeLessThan(10_000)
    expect(notices.join()).toContain('beyond what is sent')
    expect(() => compiled({ oneOf: [deep, deep], default: deep }, dialect)).not.toThrow()
  })

  test('bears references that would grow without end', () => {
    const $defs: Record<string, JsonValue> = { L0: { type: 'string' } }
    for (let level = 1; level < 30; level++) {
      const ref = { $ref: `#/$defs/L${level - 1}` }
      $defs[`L${level}`] = object({ a: ref, b: ref })
    }
    const { schema } = compiled({ ...object({ all: { $ref: '#/$defs/L29' } }), $defs }, dialect)
    expect(JSON.stringify(schema).length).toBeLessThan(1_000_000)
  })

  test('has no unions at its root: their members are merged, and the words go into the description', () => {
    const add = object(
      { kind: { const: 'add' }, n: { type: 'integer' } },
      { required: ['kind', 'n'], additionalProperties: false },
    )
    const drop = object({ kind: { const: 'drop' } }, { required: ['kind'], additionalProperties: false })
    const { schema, notices, description } = compiled({ oneOf: [add, drop] }, dialect)
    expect(Object.keys(schema)).not.toContain('oneOf')
    expect(schema).toMatchObject({ required: ['kind'], additionalProperties: false })
    expect(schema.properties).toMatchObject({ n: { type: 'integer' } })
    expect(notices).toContain(
      `tool x: /oneOf merged into one object for ${dialect}; it is still checked here`,
    )
    expect(description).toContain('"const":"drop"')
  })

  test('gives the same bytes for the same tools, and translates a list once', () => {
    const tools = [
      {
        name: 'x',
        description: '',
        parameters: object({ b: { type: 'string' }, a: { type: ['string', 'null'] } }),
      },
    ]
    expect(compileTools(tools, dialect)).toBe(compileTools(tools, dialect))
    expect(JSON.stringify(compileTools(structuredClone(tools), dialect))).toBe(
      JSON.stringify(compileTools(tools, dialect)),
    )
  })

  test('accepts whatever the schema accepts', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemas(),
        fc.array(givenArguments, { minLength: 20, maxLength: 40 }),
        async (parameters, all) => {
          const before = await validatorOf(parameters)
          if (before === undefined) return
          const { schema } = compiled(parameters, dialect)
          const after = await validatorOf(schema)
          for (const args of all) {
            if (before(args).length > 0) continue
            expect(after?.(args), JSON.stringify({ parameters, schema, args })).toEqual([])
          }
        },
      ),
      { numRuns: isLong ? 2_000 : 15 },
    )
  })
})

/** A validator; nothing for a schema that refers to nothing but itself, which nobody can judge by. */
async function validatorOf(schema: JsonObject): Promise<ForeignValidator | undefined> {
  const validator = await compileForeignSchema(schema)
  try {
    validator({})
    return validator
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

test('a pattern that the provider refuses becomes words, and is still checked here', () => {
  const parameters = object({ n: { type: 'string', description: 'A name.', pattern: '^(?!x).*$' } })
  const { schema, notices } = compiled(parameters, 'anthropic')
  expect(schema.properties).toEqual({ n: { type: 'string', description: 'A name. (pattern: ^(?!x).*$)' } })
  expect(notices).toEqual(['tool x: /properties/n/pattern dropped for anthropic; it is still checked here'])
})

test('"exactly one" becomes "any" where a branch says less, also behind a reference, and stays elsewhere', () => {
  const less = { type: 'string', pattern: '\\bx' }
  const other = { type: 'string', pattern: '^y' }
  const { schema } = compiled(
    {
      ...object({
        near: { oneOf: [less, other] },
        far: { oneOf: [{ $ref: '#/$defs/Less' }, other] },
        exact: { oneOf: [{ type: 'integer' }, other] },
      }),
      $defs: { Less: less },
    },
    'anthropic',
  )
  const keys = Object.values(schema.properties as Record<string, JsonObject>).map((node) => Object.keys(node))
  expect(keys).toEqual([['anyOf'], ['anyOf'], ['oneOf']])
})

test('a property whose name Anthropic refuses can still be given', () => {
  const parameters = object(
    { 'filter[id]': { type: 'string' }, a: {} },
    { required: ['filter[id]', 'a'], additionalProperties: false },
  )
  const { schema } = compiled(parameters, 'anthropic')
  expect(schema).toEqual({
    type: 'object',
    properties: { a: {} },
    required: ['a'],
    description: '(also takes "filter[id]" (required))',
  })
})

test('strict mode is asked for where the schema can be said in it, and otherwise the reason is told', () => {
  const strict = object(
    { a: { type: 'string', default: 'x' } },
    { required: ['a'], additionalProperties: false },
  )
  const loose = object({ a: { type: 'string' } }, { additionalProperties: false })
  const tools = [strict, loose].map((parameters, index) => ({
    name: `t${index}`,
    description: '',
    parameters,
  }))
  const all = compileTools(tools, 'openai-strict')
  expect(all.tools.map((tool) => tool.strict)).toEqual([true, undefined])
  expect(JSON.stringify(all.tools[0])).not.toContain('default')
  expect(all.notices).toEqual([
    'tool t1: /properties/a is optional, which strict mode cannot say: sent without it; arguments are still checked here',
  ])
})

const names = fc.constantFrom('a', 'b', 'c[d]')
const scalars = fc.constantFrom<JsonValue>('x', 'xy', 1, 2.5, true, null)
const givenArguments = fc.dictionary(
  names,
  fc.oneof(scalars, fc.array(scalars, { maxLength: 2 }), fc.dictionary(names, scalars, { maxKeys: 2 })),
  { maxKeys: 3 },
)

/** Schemas with all that dialects change, few enough at once that arguments can satisfy them. */
function schemas(): fc.Arbitrary<JsonObject> {
  const type = fc.constantFrom('string', 'number', 'boolean', 'null', 'array', 'object')
  const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
    fc.constantFrom<JsonObject>(
      {},
      { pattern: '^x$' },
      { pattern: '\\bx' },
      { minLength: 2 },
      { enum: ['x', 1] },
    ),
    fc.constantFrom<JsonObject>({ const: true }, { $ref: '#/$defs/D' }, { maximum: 2 }),
    fc.uniqueArray(type, { minLength: 3, maxLength: 5 }).map((types) => ({ type: types })),
  )
  const inner = deeper(leaf)
  const node = fc.oneof(leaf, inner, deeper(inner))
  const shape = shapes(node)
  const union = fc.constantFrom('oneOf', 'anyOf', 'allOf')
  const merged = fc
    .tuple(shape, union, fc.array(shape, { minLength: 1, maxLength: 3 }))
    .map(([own, key, branches]): JsonObject => ({ ...own, [key]: branches }))
  return fc
    .tuple(
      fc.oneof(
        shape,
        shape,
        merged,
        shape.map((D) => ({ $ref: '#/$defs/E', $defs: { E: D } })),
      ),
      leaf,
    )
    .map(([root, D]): JsonObject => {
      const definitions = D.$ref === undefined ? D : {}
      return { ...root, $defs: { ...(root.$defs as JsonObject | undefined), D: definitions } }
    })
}

/** Schemas of objects whose members are these. */
function shapes(node: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const more = fc.oneof(
    fc.constant<JsonObject>({}),
    fc.constant<JsonObject>({}),
    fc.constantFrom('a', 'c[d]').map((name): JsonObject => ({ required: [name] })),
    node.map((patterned): JsonObject => ({
      patternProperties: { '^a': patterned },
      additionalProperties: false,
    })),
    fc.oneof(fc.boolean(), node).map((additionalProperties): JsonObject => ({ additionalProperties })),
  )
  return fc
    .tuple(fc.dictionary(names, node, { minKeys: 1, maxKeys: 3 }), more)
    .map(([properties, rest]): JsonObject => ({ properties, ...rest }))
}

/** Everything that holds other schemas, with these in it. */
function deeper(node: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const some = fc.array(node, { minLength: 1, maxLength: 3 })
  const pair = fc.tuple(node, node)
  return fc.oneof(
    some.map((oneOf): JsonObject => ({ oneOf })),
    some.map((anyOf): JsonObject => ({ anyOf })),
    pair.map((allOf): JsonObject => ({ allOf })),
    node.map((not): JsonObject => ({ not })),
    fc
      .tuple(node, node, node)
      .map((all) => Object.fromEntries(['if', 'then', 'else'].map((key, index) => [key, all[index]!]))),
    node.map((contains): JsonObject => ({ contains, minContains: 0, maxContains: 1 })),
    pair.map(([first, items]): JsonObject => ({ prefixItems: [first], items })),
    pair.map(([base, other]): JsonObject => ({ ...base, anyOf: [other, { type: 'string' }] })),
    shapes(node).map((shape): JsonObject => ({ type: ['object', 'string', 'number'], ...shape })),
    fc
      .array(shapes(node), { minLength: 1, maxLength: 2 })
      .map((anyOf): JsonObject => ({ anyOf, unevaluatedProperties: false })),
  )
}
