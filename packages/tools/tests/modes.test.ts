import type { Context } from '@deepseek-ai/cordis'
import { createScope } from '@millrace/scope'
import ToolRuntime, { provideTransport, type Agent, type ToolDefinition } from '@millrace/tools'
import { describe, expect, onTestFinished } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  agentNamed,
  failed,
  forged,
  freshContext,
  inputFor,
  setup,
  succeeded,
  tool,
  type Bench,
} from './support/setup.ts'

/** What stands in for Code Mode: it answers with the code that it was given. */
function transport(): ToolDefinition {
  return tool({ name: 'run_code', description: 'Runs a program.', execute: async (args) => args })
}

/** A runtime with a transport, and an agent in a scope of its own. */
async function moded(): Promise<Bench & { agent: Agent; scoped: Context; names: (who?: Agent) => string[] }> {
  const bench = await setup()
  provideTransport(bench.ctx, { definition: transport() })
  const agent = agentNamed('one')
  const { ctx: scoped } = createScope(bench.ctx, agent)
  const names = (who?: Agent): string[] => bench.tools.schemas(who).map(({ name }) => name)
  return { ...bench, agent, scoped, names }
}

describe('presentAs', () => {
  verifies(['contract:M6'], 'is for scopes only', async () => {
    const { tools } = await moded()
    expect(() => tools.presentAs('code')).toThrow('requires a scoped context')
  })

  verifies(['contract:M6'], 'takes one declaration a scope, and its disposer makes room', async () => {
    const { scoped, agent, names } = await moded()
    const restore = scoped.tools.presentAs('code')
    expect(() => scoped.tools.presentAs('both')).toThrow('conflicts with "code" already declared')
    expect(() => scoped.tools.presentAs('code')).toThrow('conflicts with "code" already declared')
    expect(names(agent)).toEqual(['echo', 'run_code'])
    restore()
    restore()
    expect(names(agent)).toEqual(['echo'])
    scoped.tools.presentAs('both')
    expect(names(agent)).toEqual(['echo', 'run_code'])
  })

  verifies(['contract:M6'], 'of the nearest scope wins, and native opts out', async () => {
    const { ctx, agent, scoped, names, tools } = await moded()
    const [child, grandchild] = [agentNamed('child'), agentNamed('grandchild')]
    const childScope = createScope(ctx, child, { parent: agent })
    createScope(ctx, grandchild, { parent: child })
    scoped.tools.presentAs('code')
    expect(names(grandchild)).toContain('run_code')
    const restore = childScope.ctx.tools.presentAs('native')
    for (const who of [child, grandchild]) {
      expect(names(who)).toEqual(['echo'])
      expect(tools.get('run_code', who)).toBeUndefined()
    }
    expect(names(agent)).toContain('run_code')
    restore()
    expect(names(grandchild)).toContain('run_code')
  })

  verifies(['contract:M6'], 'ends with its scope', async () => {
    const { ctx, names } = await moded()
    const agent = agentNamed('brief')
    const scope = createScope(ctx, agent)
    scope.ctx.tools.presentAs('code')
    expect(names(agent)).toContain('run_code')
    await scope.dispose()
    expect(names(agent)).toEqual(['echo'])
  })

  verifies(
    ['contract:M6', 'contract:O6'],
    'refuses a mode that does not exist, and names those that do',
    async () => {
      const { scoped } = await moded()
      for (const mode of ['Code', '', undefined, null, 1]) {
        expect(() => scoped.tools.presentAs(forged(mode))).toThrow(/native.*code.*both/)
      }
    },
  )
})

describe('the mode of a deployment', () => {
  verifies(['contract:M6', 'contract:M7'], 'holds where no scope says otherwise', async () => {
    const { ctx } = freshContext()
    onTestFinished(async () => {
      await ctx.fiber.dispose()
    })
    await ctx.plugin(ToolRuntime, { mode: 'code' })
    provideTransport(ctx, { definition: transport() })
    ctx.tools.register(tool())
    const [inheriting, native] = [agentNamed('inheriting'), agentNamed('native')]
    createScope(ctx, inheriting)
    createScope(ctx, native).ctx.tools.presentAs('native')
    expect(ctx.tools.get('run_code')?.name).toBe('run_code')
    expect(ctx.tools.get('run_code', inheriting)?.name).toBe('run_code')
    expect(ctx.tools.get('run_code', native)).toBeUndefined()
  })

  verifies(['contract:O6'], 'is refused at the start when it does not exist', () => {
    const { ctx } = freshContext()
    expect(() => new ToolRuntime(ctx, { mode: forged('cod') })).toThrow(/native.*code.*both/)
    for (const maxParallelSubCalls of [0, -1, 1.5, Number.NaN, forged('3')]) {
      expect(() => new ToolRuntime(freshContext().ctx, { maxParallelSubCalls })).toThrow(
        'maxParallelSubCalls must be a positive integer',
      )
    }
  })
})

describe('run_code', () => {
  verifies(
    ['contract:M7', 'contract:X7'],
    'is found, listed last and called only where the mode shows it',
    async () => {
      const { agent, scoped, tools, names, call } = await moded()
      scoped.tools.register(tool({ name: 'own' }))
      const program = { code: 'return 1', description: 'One.' }
      expect(tools.get('run_code', agent)).toBeUndefined()
      expect(failed(await call('run_code', program, { agent })).error.info?.code).toBe('UNKNOWN_TOOL')
      expect(tools.explain('run_code', agent)).toMatchObject({ visible: false, reason: 'mode' })
      for (const mode of ['code', 'both'] as const) {
        const restore = scoped.tools.presentAs(mode)
        expect(tools.get('run_code', agent)?.description).toBe('Runs a program.')
        expect(names(agent)).toEqual(['echo', 'own', 'run_code'])
        expect(succeeded(await call('run_code', program, { agent })).value).toEqual(program)
        expect(tools.explain('run_code', agent)).toMatchObject({ visible: true })
        expect(names()).toEqual(['echo'])
        restore()
      }
      expect(tools.get('run_code', agent)).toBeUndefined()
    },
  )

  verifies(['contract:X8'], 'stands beside every other schema: the mode collapses none of them', async () => {
    const { agent, scoped, tools } = await moded()
    const before = tools.schemas(agent)
    scoped.tools.presentAs('code')
    expect(tools.schemas(agent).slice(0, -1)).toEqual(before)
    expect(tools.schemas(agent).at(-1)).toEqual({
      name: 'run_code',
      description: 'Runs a program.',
      parameters: { type: 'object' },
    })
  })

  verifies(['contract:X1', 'contract:X5'], 'is out of the reach of restrictions', async () => {
    const { agent, scoped, names } = await moded()
    scoped.tools.presentAs('code')
    scoped.tools.restrict({ allow: [] })
    expect(names(agent)).toEqual(['run_code'])
  })

  verifies(
    ['contract:E1', 'contract:K6'],
    'leaves the tools behind it exclusive for direct calls',
    async () => {
      const { agent, scoped, tools, call } = await moded()
      tools.register(tool({ name: 'safe', isConcurrencySafe: () => true }))
      expect(tools.executionMode(inputFor('safe', {}, { agent }))).toEqual({ kind: 'parallel' })
      scoped.tools.presentAs('code')
      expect(tools.executionMode(inputFor('safe', {}, { agent }))).toEqual({ kind: 'exclusive' })
      expect(failed(await call('safe', {}, { agent })).error.message).toContain(
        'only `run_code` is callable directly',
      )
      expect(tools.explain('safe', agent)).toMatchObject({ visible: true, direct: false })
    },
  )

  verifies(
    ['contract:M7', 'contract:O6'],
    'is a clear error where a mode needs it and nothing provides it',
    async () => {
      const { ctx, tools, call } = await setup()
      const agent = agentNamed('one')
      createScope(ctx, agent).ctx.tools.presentAs('code')
      expect(() => tools.schemas(agent)).toThrow(
        expect.objectContaining({ message: expect.stringContaining('mode "code" requires a code runtime') }),
      )
      expect(tools.get('run_code', agent)).toBeUndefined()
      expect(failed(await call('run_code', {}, { agent })).isError).toBe(true)
      expect(tools.schemas()).toHaveLength(1)
      const dispose = provideTransport(ctx, { definition: transport() })
      expect(tools.schemas(agent)).toHaveLength(2)
      dispose()
      expect(() => tools.schemas(agent)).toThrow('requires a code runtime')
    },
  )
})
