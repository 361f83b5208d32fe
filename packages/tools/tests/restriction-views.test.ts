import { createScope } from '@millrace/scope'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, forged, setup, succeeded, tool } from './support/setup.ts'

interface Items {
  readonly items?: Items
}

interface Deep {
  readonly parameters: { readonly properties: { readonly deep: Items } }
}

/** A schema of arrays in arrays. */
function nested(depth: number): Record<string, unknown> {
  let schema: Record<string, unknown> = { type: 'string' }
  for (let level = 0; level < depth; level++) schema = { type: 'array', items: schema }
  return { type: 'object', properties: { deep: schema } }
}

describe('the order of a view', () => {
  verifies(
    ['contract:X7'],
    'is that of the global layer, with shadows in place and own tools last',
    async () => {
      const { ctx, tools } = await setup({ name: 'g1' })
      for (const name of ['g2', 'g3']) tools.register(tool({ name }))
      const [parent, child] = [agentNamed('parent'), agentNamed('child')]
      const parentScope = createScope(ctx, parent)
      const childScope = createScope(ctx, child, { parent })
      const order = (who: object): string[] => tools.schemas(who).map(({ name }) => name)

      childScope.ctx.tools.register(tool({ name: 'c1' }))
      parentScope.ctx.tools.register(tool({ name: 'p1' }))
      parentScope.ctx.tools.register(tool({ name: 'g2' }))
      tools.register(tool({ name: 'g4' }))
      childScope.ctx.tools.register(tool({ name: 'g3' }))
      expect(order(parent)).toEqual(['g1', 'g2', 'g3', 'g4', 'p1'])
      expect(order(child)).toEqual(['g1', 'g2', 'g3', 'g4', 'p1', 'c1'])

      childScope.ctx.tools.restrict({ deny: ['g3', 'g1'] })
      expect(order(child)).toEqual(['g2', 'g4', 'p1', 'c1', 'g3'])
    },
  )

  verifies(['contract:X7'], 'follows a scope that moves below another parent', async () => {
    const { ctx, tools } = await setup()
    const [first, second] = [agentNamed('first'), agentNamed('second')]
    const { bindScopeParent } = await import('@millrace/scope')
    const child = agentNamed('child')
    createScope(ctx, first).ctx.tools.register(tool({ name: 'first' }))
    createScope(ctx, second).ctx.tools.register(tool({ name: 'second' }))
    createScope(ctx, child)
    const binding = bindScopeParent(child, first)
    const order = (): string[] => tools.schemas(child).map(({ name }) => name)
    expect(order()).toEqual(['echo', 'first'])
    binding.rebind(second)
    expect(order()).toEqual(['echo', 'second'])
    expect(tools.get('first', child)).toBeUndefined()
  })
})

describe('schemas', () => {
  verifies(['contract:X8'], 'have three fields and nothing of the definition', async () => {
    const { tools } = await setup({
      timeoutMs: 5,
      isConcurrencySafe: () => true,
      presentCall: () => undefined,
      finalizeContent: () => undefined,
      effects: 'none',
      secrets: ['/a'],
    })
    expect(tools.schemas()).toStrictEqual([
      { name: 'echo', description: 'Returns its arguments.', parameters: { type: 'object' } },
    ])
  })

  verifies(['contract:X8'], 'are copies that nobody else sees changed', async () => {
    const parameters = { type: 'object' as const, properties: { a: { type: 'string' as const } } }
    const { tools, call } = await setup({ parameters })
    const first = forged(tools.schemas()[0]) as Record<string, Record<string, Record<string, unknown>>>
    const before = JSON.stringify(tools.schemas())
    first['parameters']!['properties']!['a'] = { type: 'number' }
    Object.assign(first, { name: 'other' })
    tools.schemas().length = 0
    expect(JSON.stringify(tools.schemas())).toBe(before)
    expect(parameters.properties.a).toEqual({ type: 'string' })
    expect(tools.schemas()[0]).not.toBe(tools.schemas()[0])
    expect(succeeded(await call('echo', { a: 'x' })).value).toEqual({ a: 'x' })
  })

  verifies(['contract:X8', 'fault:B023'], 'may be 20,000 levels deep', async () => {
    for (const depth of [5_000, 20_000]) {
      const { tools } = await setup({ parameters: forged(nested(depth)) })
      tools.register(tool({ name: 'shallow' }))
      const [deep, shallow] = tools.schemas()
      expect(shallow?.name).toBe('shallow')
      let levels = 0
      let schema = (deep as unknown as Deep).parameters.properties.deep
      for (; schema.items !== undefined; schema = schema.items) levels++
      expect(levels).toBe(depth)
    }
  })

  verifies(
    ['contract:X8', 'security:P1'],
    'are there although another tool turns bad after its registration',
    async () => {
      const { tools } = await setup()
      let broken = false
      const parameters: Record<string, unknown> = { type: 'object' }
      const moody = tool({ name: 'moody', parameters: forged(parameters) })
      Object.defineProperty(moody, 'description', {
        enumerable: true,
        get: () => {
          if (broken) throw new Error('no description today')
          return 'Moody.'
        },
      })
      tools.register(moody)
      broken = true
      parameters['self'] = parameters
      parameters['big'] = 10n
      const names = tools.schemas().map(({ name }) => name)
      expect(names).toEqual(['echo', 'moody'])
      expect(() => JSON.stringify(tools.schemas())).not.toThrow()
    },
  )

  verifies(
    ['contract:X8', 'contract:R11', 'fault:B014', 'fault:B016', 'fault:B017'],
    'of foreign origin pass untouched',
    async () => {
      const { tools } = await setup()
      const recursive = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { root: { $ref: '#/$defs/node' } },
        $defs: {
          node: {
            type: 'object',
            properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          },
        },
      }
      const loose = {
        type: 'object',
        properties: {
          rows: { type: ['array', 'null'], items: { type: ['object', 'null'], properties: { value: true } } },
        },
        patternProperties: { '^x-': false },
      }
      tools.register(tool({ name: 'recursive', parameters: forged(recursive) }))
      tools.register(tool({ name: 'loose', parameters: forged(loose) }))
      const schemas = JSON.parse(JSON.stringify(tools.schemas())) as { name: string; parameters: unknown }[]
      expect(schemas.map(({ name }) => name)).toEqual(['echo', 'recursive', 'loose'])
      expect(schemas[1]?.parameters).toEqual(recursive)
      expect(schemas[2]?.parameters).toEqual(loose)
    },
  )
})
