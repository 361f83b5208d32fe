import { Context } from '@deepseek-ai/cordis'
import { AgentService, PromptService } from '@millrace/agent'
import { memorySessions } from '@millrace/agent/session'
import { scriptedModel } from '@millrace/testkit'
import { ToolRuntime } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { calling, loopBench, textTool, untilAborted } from './support/loop-bench.ts'

describe('an agent', () => {
  test('has a session whose header says who and what it began with', async () => {
    const bench = await loopBench({ versions: { millrace: '1.2.3' } })
    bench.ctx.tools.register(textTool('read'))
    bench.ctx.tools.register(textTool('write'))
    const agent = await bench.agent([], { principal: 'alice', restrict: { allow: ['read'] } })
    expect(agent.session.header).toMatchObject({
      id: agent.id,
      cwd: '/somewhere',
      principal: 'alice',
      versions: { millrace: '1.2.3' },
      tools: { read: expect.stringMatching(/^[0-9a-f]{16}$/) },
    })
    expect(Object.keys(agent.session.header.tools)).toEqual(['read'])
    expect(agent.id).toMatch(/^[0-9a-f]{32}$/)
    expect(agent).toMatchObject({ status: 'idle', principal: 'alice', cwd: '/somewhere' })
  })

  for (const [option, value] of [
    ['cwd', 'here'],
    ['principal', ''],
    ['maxParallelCalls', 0],
    ['maxArgumentUnits', 1.5],
    ['model', {}],
  ] as const) {
    test(`is not made with the ${option} ${JSON.stringify(value)}`, async () => {
      const bench = await loopBench()
      const made = bench.ctx.agents.create({ model: scriptedModel([]), cwd: '/x', [option]: value } as never)
      await expect(made).rejects.toMatchObject({
        code: 'AGENT_OPTIONS',
        message: expect.stringContaining(option),
      })
      expect(bench.ctx.agents.all).toEqual([])
    })
  }

  test.each([
    ['steps', 'the option steps of an agent must be given as limits.steps'],
    [
      'restricts',
      'the option restricts of an agent must be left out, as there are only these options: model, ',
    ],
  ])('is not made with an option that is none: %s', async (option, message) => {
    const bench = await loopBench()
    const made = bench.ctx.agents.create({ model: scriptedModel([]), cwd: '/x', [option]: 3 } as never)
    await expect(made).rejects.toMatchObject({
      code: 'AGENT_OPTIONS',
      message: expect.stringContaining(message),
    })
  })

  test('is not made where the service has no store of sessions, which says so', async () => {
    const ctx = new Context()
    await ctx.plugin(ToolRuntime)
    await ctx.plugin(PromptService)
    const plugged = (async () => ctx.plugin(AgentService, undefined as never))()
    await expect(plugged).rejects.toMatchObject({
      code: 'AGENT_OPTIONS',
      message: expect.stringContaining('store: memorySessions()'),
    })
  })

  test('has tools, guards and listeners of its own, which end with it', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([{ calls: [calling('own')] }, 'done'])
    agent.ctx.tools.register(textTool('own'))
    expect((await agent.send('go')).totals.calls.done).toBe(1)
    expect(bench.ctx.tools.get('own')).toBeUndefined()
    await agent.dispose()
    expect(bench.ctx.tools.get('own', agent)).toBeUndefined()
  })

  test('ends with the plugin that made it', async () => {
    const bench = await loopBench()
    let made: Awaited<ReturnType<typeof bench.agent>> | undefined
    const fiber = bench.ctx.plugin({
      name: 'maker',
      inject: ['agents'],
      apply: async (ctx: Context) => {
        made = await ctx.agents.create({ model: scriptedModel([]), cwd: '/somewhere' })
      },
    })
    await fiber
    expect(bench.ctx.agents.all).toEqual([made])
    await fiber.dispose()
    expect(made?.status).toBe('disposed')
    expect(bench.ctx.agents.all).toEqual([])
  })

  test('ends with the service, with its calls at rest and its log closed', async () => {
    const ctx = new Context()
    const store = memorySessions()
    await ctx.plugin(ToolRuntime)
    await ctx.plugin(PromptService)
    const fiber = ctx.plugin(AgentService, { store })
    await fiber
    let rests = 0
    ctx.tools.register(textTool('slow', (_text, signal) => untilAborted(signal).finally(() => (rests += 1))))
    const model = scriptedModel([{ calls: [calling('slow')] }])
    const agent = await ctx.agents.create({ model, cwd: '/somewhere' })
    const turn = agent.send('go')
    await new Promise((resolve) => setTimeout(resolve, 20))
    await fiber.dispose()
    expect(rests).toBe(1)
    expect(await turn).toMatchObject({ reason: 'interrupted' })
    const { events } = await store.read(agent.id)
    expect(events.at(-1)).toMatchObject({ type: 'turn/end', data: { reason: 'interrupted' } })
    await ctx.fiber.dispose()
  })

  test('does not lift its restrictions while its last calls end', async () => {
    const bench = await loopBench()
    const seen: boolean[] = []
    bench.ctx.tools.register(textTool('forbidden'))
    bench.ctx.tools.register(
      textTool('slow', (_text, signal) =>
        untilAborted(signal).catch(async () => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          seen.push(bench.ctx.tools.get('forbidden', agent) === undefined)
          return ''
        }),
      ),
    )
    const agent = await bench.agent([{ calls: [calling('slow')] }], { restrict: { deny: ['forbidden'] } })
    const turn = agent.send('go')
    await new Promise((resolve) => setTimeout(resolve, 10))
    await agent.dispose()
    await turn
    expect(seen).toEqual([true])
  })
})
