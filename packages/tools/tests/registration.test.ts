import { createScope } from '@millrace/scope'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, forged, output, setup, succeeded, tool } from './support/setup.ts'

const names = (schemas: readonly { name: string }[]): string[] => schemas.map(({ name }) => name)

/** What a registration throws. */
function refusal(register: () => unknown): Error {
  try {
    register()
  } catch (error) {
    return error as Error
  }
  throw new Error('the registration was accepted')
}

describe('the layer of a registration', () => {
  verifies(['contract:R1'], 'is the global one for a plain context, and that of a plugin too', async () => {
    const { ctx, tools } = await setup()
    await ctx.plugin({
      name: 'author',
      inject: ['tools'],
      apply: (inner) => void inner.tools.register(tool({ name: 'plain' })),
    })
    const agent = agentNamed('any')
    createScope(ctx, agent)
    expect(tools.get('plain')).toBeDefined()
    expect(tools.get('plain', agent)).toBe(tools.get('plain'))
  })

  verifies(['contract:R1'], 'is that scope alone for a scoped context', async () => {
    const { ctx, tools } = await setup()
    const [agent, other] = [agentNamed('one'), agentNamed('other')]
    createScope(ctx, agent).ctx.tools.register(tool({ name: 'own' }))
    createScope(ctx, other)
    expect(tools.get('own', agent)?.name).toBe('own')
    expect(tools.get('own', other)).toBeUndefined()
    expect(tools.get('own')).toBeUndefined()
    expect(names(tools.schemas(agent))).toEqual(['echo', 'own'])
    expect(names(tools.schemas())).toEqual(['echo'])
  })

  verifies(['contract:R1', 'contract:R6'], 'is left when a plugin in the scope is unloaded', async () => {
    const { ctx, tools } = await setup()
    const agent = agentNamed('one')
    const scope = createScope(ctx, agent)
    const plugin = {
      name: 'author',
      inject: ['tools'],
      apply: (inner: typeof ctx) => void inner.tools.register(tool({ name: 'own' })),
    }
    const fiber = scope.ctx.plugin(plugin)
    await fiber.await()
    expect(tools.get('own', agent)).toBeDefined()
    expect(tools.get('own')).toBeUndefined()
    await fiber.dispose()
    expect(tools.get('own', agent)).toBeUndefined()
  })
})

describe('shadowing', () => {
  for (const scopedFirst of [true, false]) {
    const order = scopedFirst ? 'before' : 'after'
    verifies(
      ['contract:R5'],
      `shows the scope its own tool, registered ${order} the global one`,
      async () => {
        const { ctx, tools, call } = await setup()
        const agent = agentNamed('one')
        const scope = createScope(ctx, agent)
        const own = tool({ name: 'twin', execute: async () => 'own' })
        const global = tool({ name: 'twin', execute: async () => 'global' })
        if (scopedFirst) scope.ctx.tools.register(own)
        tools.register(global)
        if (!scopedFirst) scope.ctx.tools.register(own)
        expect(tools.get('twin', agent)).toBe(own)
        expect(tools.get('twin')).toBe(global)
        expect(names(tools.schemas(agent)).toSorted()).toEqual(['echo', 'twin'])
        expect(succeeded(await call('twin', {}, { agent })).value).toBe('own')
        expect(succeeded(await call('twin')).value).toBe('global')
      },
    )
  }

  verifies(['contract:R5'], 'lets the nearest of several ancestors win, and ends with it', async () => {
    const { ctx, tools } = await setup()
    const [parent, child] = [agentNamed('parent'), agentNamed('child')]
    const parentScope = createScope(ctx, parent)
    const childScope = createScope(ctx, child, { parent })
    const definitions = {
      global: tool({ name: 'twin' }),
      parent: tool({ name: 'twin' }),
      child: tool({ name: 'twin' }),
    }
    const disposeChild = childScope.ctx.tools.register(definitions.child)
    const disposeParent = parentScope.ctx.tools.register(definitions.parent)
    tools.register(definitions.global)
    expect(tools.get('twin', child)).toBe(definitions.child)
    disposeChild()
    expect(tools.get('twin', child)).toBe(definitions.parent)
    disposeParent()
    expect(tools.get('twin', child)).toBe(definitions.global)
  })
})

describe('a refused registration', () => {
  verifies(['contract:R2'], 'checks output, schema, timeout, name and duplicates in this order', async () => {
    const { tools } = await setup()
    const schema = forged({ type: 'string', pattern: 'a+' })
    const everything: ToolDefinition = tool({
      name: 'run_code',
      output: forged({ schema }),
      timeoutMs: -1,
    })
    expect(refusal(() => tools.register(everything))).toBeInstanceOf(TypeError)
    expect(refusal(() => tools.register(everything)).message).toContain(
      'must declare output { schema, render, presentationMeta? }',
    )
    const withRender = { ...everything, output: output({ schema }) }
    expect(refusal(() => tools.register(withRender))).toMatchObject({ code: 'UNSUPPORTED_SCHEMA' })
    const withSchema = { ...everything, output: output({}) }
    expect(refusal(() => tools.register(withSchema))).toBeInstanceOf(TypeError)
    expect(refusal(() => tools.register(withSchema)).message).toBe(
      'timeoutMs must be a positive finite number',
    )
    const { timeoutMs: _, ...withTimeout } = withSchema
    expect(refusal(() => tools.register(withTimeout)).message).toContain('reserved')
    expect(refusal(() => tools.register({ ...withTimeout, name: 'echo' })).message).toContain(
      'already registered',
    )
    expect(names(tools.schemas())).toEqual(['echo'])
  })

  verifies(['contract:R2', 'contract:R8'], 'is one of every wrong shape of output', async () => {
    const { tools } = await setup()
    const render = (): [] => []
    const shapes = [
      undefined,
      null,
      'text',
      [],
      {},
      { schema: {} },
      { schema: {}, render: 'text' },
      { schema: {}, render, presentationMeta: 1 },
    ]
    for (const shape of shapes) {
      const error = refusal(() => tools.register(tool({ name: 'bad', output: forged(shape) })))
      expect(error, JSON.stringify(shape)).toBeInstanceOf(TypeError)
    }
    const { output: _, ...none } = tool({ name: 'bad' })
    expect(refusal(() => tools.register(forged(none))).message).toContain(
      'must declare output { schema, render, presentationMeta? }',
    )
    expect(tools.get('bad')).toBeUndefined()
  })

  verifies(
    ['contract:R2', 'fault:B046'],
    'is one of every time limit that could fire at once or never',
    async () => {
      const { tools, call } = await setup()
      for (const timeoutMs of [
        0,
        -1,
        -0,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        forged('10'),
        forged(10n),
        forged(null),
      ]) {
        const error = refusal(() => tools.register(tool({ name: 'bad', timeoutMs })))
        expect(error).toBeInstanceOf(TypeError)
        expect(error.message).toBe('timeoutMs must be a positive finite number')
      }
      for (const timeoutMs of [0.5, 2_147_483_648, 1e12]) {
        const dispose = tools.register(tool({ name: 'slow', timeoutMs }))
        expect(succeeded(await call('slow', { a: 1 })).value).toEqual({ a: 1 })
        dispose()
      }
    },
  )

  verifies(['contract:R3'], 'is one of the transport name, in every layer and mode', async () => {
    const { ctx, tools } = await setup()
    const scope = createScope(ctx, agentNamed('one'))
    const reserved = 'reserved for the Code Mode presentation transport'
    const attempts = [
      () => tools.register(tool({ name: 'run_code' })),
      () => scope.ctx.tools.register(tool({ name: 'run_code' })),
    ]
    for (const mode of ['native', 'code', 'both'] as const) {
      const restore = scope.ctx.tools.presentAs(mode)
      for (const attempt of attempts) expect(refusal(attempt).message).toContain(reserved)
      restore()
    }
  })

  verifies(['contract:R4'], 'is one of a second tool of a name, and says how to go on', async () => {
    const { ctx, tools } = await setup()
    const { ctx: scoped } = createScope(ctx, agentNamed('one'))
    const first = tools.get('echo')
    expect(refusal(() => tools.register(tool())).message).toContain('agent.ctx')
    scoped.tools.register(tool())
    expect(refusal(() => scoped.tools.register(tool())).message).toContain('already registered in this scope')
    expect(tools.get('echo')).toBe(first)
  })

  verifies(
    ['contract:R8', 'fault:B021'],
    'is one of every name that a provider or a log could trip over',
    async () => {
      const { tools } = await setup()
      const wrong = [
        '',
        'a b',
        'user-profile/update',
        'ein\u0000',
        'naïve',
        'a\n',
        'x'.repeat(129),
        '😀',
        forged(7),
        forged(undefined),
      ]
      for (const name of wrong) {
        const error = refusal(() => tools.register(tool({ name })))
        expect(error.message, String(name)).toMatch(/\bname\b/)
      }
      const right = [
        'a',
        'admin.tools.list',
        'admin_tools_list',
        'A-1',
        '__proto__',
        'constructor',
        'x'.repeat(128),
      ]
      for (const name of right) tools.register(tool({ name }))
      expect(names(tools.schemas())).toEqual(['echo', ...right])
      for (const name of right) expect(tools.get(name)?.name).toBe(name)
    },
  )

  verifies(['contract:R8'], 'names every other field that is wrong, and how to mend it', async () => {
    const { tools } = await setup()
    const cyclic: Record<string, unknown> = { type: 'object' }
    cyclic['properties'] = cyclic
    const wrong: [keyof ToolDefinition, unknown][] = [
      ['description', undefined],
      ['description', 1],
      ['parameters', undefined],
      ['parameters', cyclic],
      ['parameters', { type: 'object', default: undefined }],
      ['parameters', { type: 'string' }],
      ['parameters', [{ type: 'object' }]],
      ['execute', undefined],
      ['execute', 'run'],
      ['finalizeContent', {}],
      ['isConcurrencySafe', true],
      ['presentCall', 'card'],
      ['presentResult', null],
      ['touches', []],
    ]
    for (const [field, value] of wrong) {
      const error = refusal(() => tools.register(forged({ ...tool({ name: 'bad' }), [field]: value })))
      expect(error.message, field).toMatch(new RegExp(`"bad".*\\b${field}\\b.*\\bmust\\b`))
    }
    expect(tools.get('bad')).toBeUndefined()
    expect(names(tools.schemas())).toEqual(['echo'])
  })

  verifies(
    ['contract:R8', 'fault:B019'],
    'is one of parameters without an object at the root, with the mend',
    async () => {
      const { tools } = await setup()
      for (const parameters of [{}, { properties: { a: { type: 'string' } } }]) {
        const error = refusal(() => tools.register(tool({ name: 'bad', parameters: forged(parameters) })))
        expect(error.message).toMatch(/parameters.*type: "object"/)
      }
      for (const { parameters } of tools.schemas()) expect(parameters).toHaveProperty('type', 'object')
    },
  )
})

describe('a registered definition', () => {
  verifies(['contract:R8'], 'is borrowed: it may be frozen, stays as it is and is found again', async () => {
    const { tools, call } = await setup()
    const definition = Object.freeze(
      tool({
        name: 'frozen',
        parameters: Object.freeze({ type: 'object', properties: Object.freeze({}) }),
        output: Object.freeze(output({})),
      }),
    )
    tools.register(definition)
    expect(tools.get('frozen')).toBe(definition)
    expect(succeeded(await call('frozen', { a: 1 })).value).toEqual({ a: 1 })

    const open = tool({ name: 'open' })
    const before = Object.entries(open)
    tools.register(open)
    await call('open', {})
    expect(Object.entries(open)).toEqual(before)
    expect(Object.isFrozen(open)).toBe(false)
  })

  verifies(['contract:R8'], 'keeps what it inherits: a class may define tools', async () => {
    class Counter implements ToolDefinition {
      readonly name = 'count'
      readonly description = 'Counts.'
      readonly parameters = { type: 'object' } as const
      readonly output = output({ schema: { type: 'number' } })
      #count = 0
      async execute(): Promise<number> {
        return ++this.#count
      }
    }
    const { tools, call } = await setup()
    tools.register(new Counter())
    await call('count')
    expect(succeeded(await call('count')).value).toBe(2)
  })

  verifies(['contract:R9'], 'has a key for each callback that its author gave, and no other', () => {
    const minimal = {
      name: 'small',
      description: 'Small.',
      parameters: {},
      output: { schema: { type: 'null' }, render: () => [] },
      execute: async () => null,
    } as const
    expect(Object.keys(defineTool(minimal)).toSorted()).toEqual(Object.keys(minimal).toSorted())
    const full = defineTool({
      ...minimal,
      finalizeContent: () => undefined,
      isConcurrencySafe: () => true,
      presentCall: () => undefined,
      presentResult: () => undefined,
    })
    const callbacks = ['finalizeContent', 'isConcurrencySafe', 'presentCall', 'presentResult']
    expect(Object.keys(full).toSorted()).toEqual([...Object.keys(minimal), ...callbacks].toSorted())
  })

  verifies(['contract:R10'], 'keeps its facts for policies from the model', async () => {
    const { tools } = await setup()
    const touches = vi.fn(() => ({ hosts: ['example.org'] }))
    const facts = { effects: 'idempotent', touches, secrets: ['/token', '/a~1b/0'] } as const
    tools.register(tool({ name: 'raw', ...facts, secrets: [...facts.secrets] }))
    const schema = tools.schemas().find(({ name }) => name === 'raw')
    expect(Object.keys(schema ?? {}).toSorted()).toEqual(['description', 'name', 'parameters'])
    expect(tools.get('raw')).toMatchObject({ effects: 'idempotent', secrets: ['/token', '/a~1b/0'] })
    expect(tools.get('raw')?.touches?.({})).toEqual({ hosts: ['example.org'] })
  })

  verifies(['contract:R10'], 'may be built with those facts by the typed builder', async () => {
    const { tools } = await setup()
    const built = defineTool({
      name: 'typed',
      description: 'Typed.',
      parameters: { path: { type: 'string', required: true } },
      output: { schema: { type: 'null' }, render: () => [] },
      effects: 'none',
      touches: ({ path }) => ({ paths: [{ path, access: 'read' }] }),
      secrets: ['/path'],
      execute: async () => null,
    })
    tools.register(built)
    expect(built).toMatchObject({ effects: 'none', secrets: ['/path'] })
    expect(built.touches?.({ path: 'a.txt' })).toEqual({ paths: [{ path: 'a.txt', access: 'read' }] })
  })
})
