import { testTool } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { config, scriptedServer, textResult } from '../support/scripted-server.ts'
import { manualTime, settled } from '../support/manual-time.ts'
import { setupMcp } from '../support/setup-mcp.ts'

const c1 = { name: 'c', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } }
const c2 = { name: 'c', inputSchema: { type: 'object', properties: { b: { type: 'string' } } } }

describe('a list that changes', () => {
  verifies(
    ['fault:B074'],
    'is taken once for many notifications, and only what differs comes and goes',
    async () => {
      const { clock, timers, pass } = manualTime()
      const x = scriptedServer({ name: 'a' }, c1, { name: 'same' })
      let answer: (text: string) => void = () => {}
      x.answer = () => new Promise((resolve) => (answer = (text) => resolve(textResult(text))))
      const { ctx, call } = await setupMcp({ x }, { clock, timers })
      ctx.mcp.add('x', config)
      await ctx.mcp.ready()
      const before = ctx.tools.get('mcp__x__same')
      const inFlight = call('mcp__x__a')
      await settled()
      let changes = 0
      ctx.on('tools/change', () => void (changes += 1))
      x.tools = [{ name: 'b' }, c2, { name: 'same' }]
      for (let times = 0; times < 3; times += 1) x.notify()
      await pass(10)
      expect(x.lists).toBe(1)
      await pass(10)
      expect(x.lists).toBe(2)
      expect(
        ctx.tools
          .schemas()
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(['mcp__x__b', 'mcp__x__c', 'mcp__x__same'])
      expect(ctx.tools.schemas().find(({ name }) => name === 'mcp__x__c')?.parameters).toEqual(c2.inputSchema)
      expect(ctx.tools.get('mcp__x__same')).toBe(before)
      // b came, c went and came, a went.
      expect(changes).toBe(4)
      answer('done')
      expect(await inFlight).toMatchObject({ isError: false, value: 'done' })
      expect(await call('mcp__x__a')).toMatchObject({ error: { info: { code: 'UNKNOWN_TOOL' } } })
      await pass(10_000)
      expect(x.lists).toBe(2)
    },
  )

  test('again while it is listed is listed once more, and no faster than twice in a second', async () => {
    const { clock, timers, pass, waiting } = manualTime()
    const x = scriptedServer({ name: 'a' })
    const { ctx } = await setupMcp({ x }, { clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const { connect } = x
    expect(connect).toBeDefined()
    ctx.on('tools/change', () => x.notify())
    for (let round = 0; round < 5; round += 1) {
      x.tools = [{ name: `a${round}` }]
      if (round === 0) x.notify()
      await pass(round === 0 ? 20 : 500)
    }
    expect(x.lists).toBe(6)
    expect(waiting.every((ms) => ms <= 500)).toBe(true)
  })

  verifies(['security:M2'], 'while a call runs does not alter that call', async () => {
    const { clock, timers, pass } = manualTime()
    const outputSchema = (type: string) => ({ type: 'object', properties: { n: { type } }, required: ['n'] })
    const x = scriptedServer({ name: 'c', outputSchema: outputSchema('integer') })
    let answer: () => void = () => {}
    x.answer = () =>
      new Promise(
        (resolve) => (answer = () => resolve({ content: [], structured: { n: 1 }, isError: false })),
      )
    const { ctx, call } = await setupMcp({ x }, { clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const inFlight = call('mcp__x__c', { a: 'as it was' })
    await settled()
    x.tools = [{ name: 'c', outputSchema: outputSchema('string') }]
    x.notify()
    await pass(20)
    answer()
    expect(await inFlight).toMatchObject({ isError: false, value: { n: 1 } })
    expect(x.calls).toEqual([{ tool: 'c', args: { a: 'as it was' } }])
  })

  verifies(['fault:B076'], 'and clashes with what is registered leaves the server as it was', async () => {
    const { clock, timers, pass } = manualTime()
    const own = testTool({ name: 'mcp__x__squatter' })
    const x = scriptedServer({ name: 'a' }, c1)
    const { ctx, call, logs, serverLog } = await setupMcp({ x }, { clock, timers, setup: { tools: [own] } })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    x.tools = [{ name: 'a', description: 'changed' }, { name: 'b' }, { name: 'squatter' }, c2]
    x.notify()
    await pass(20)
    const [status] = ctx.mcp.servers()
    expect(status?.state.kind).toBe('ready')
    expect(status?.tools.map(({ name }) => name)).toEqual(['mcp__x__a', 'mcp__x__c'])
    expect(status?.problems[0]).toMatch(
      /its new list of tools was not taken: mcp__x__squatter cannot be registered/,
    )
    expect(logs.join('\n')).toContain('mcp__x__squatter')
    expect(serverLog.join('\n')).toContain('mcp__x__squatter')
    expect(ctx.tools.get('mcp__x__squatter')).toBe(own)
    expect(ctx.tools.schemas().find(({ name }) => name === 'mcp__x__c')?.parameters).toEqual(c1.inputSchema)
    expect(await call('mcp__x__a')).toMatchObject({ isError: false })
    expect(await call('mcp__x__b')).toMatchObject({ isError: true })
    x.tools = [{ name: 'a' }, { name: 'b' }]
    x.notify()
    await pass(20)
    expect(ctx.mcp.servers()[0]?.problems).toEqual([])
    expect(await call('mcp__x__b')).toMatchObject({ isError: false })
  })

  verifies(
    ['fault:B076'],
    'that clashes at first registers nothing of the server, and nothing of others is hurt',
    async () => {
      const own = testTool({ name: 'mcp__x__squatter' })
      const x = scriptedServer({ name: 'a' }, { name: 'squatter' })
      const y = scriptedServer({ name: 'a' })
      const { ctx } = await setupMcp({ x, y }, { setup: { tools: [own] } })
      ctx.mcp.add('x', config)
      ctx.mcp.add('y', config)
      await ctx.mcp.ready()
      expect(ctx.mcp.servers().map(({ tools }) => tools.length)).toEqual([0, 1])
      expect(ctx.tools.schemas().map(({ name }) => name)).toEqual(['mcp__x__squatter', 'mcp__y__a'])
    },
  )

  test('holds only what the configuration takes', async () => {
    const x = scriptedServer({ name: 'a' }, { name: 'b' }, { name: 'c' })
    const { ctx } = await setupMcp({ x })
    ctx.mcp.add('x', { ...config, include: ['a', 'b', 'gone'], exclude: ['b'] })
    await ctx.mcp.ready()
    const [status] = ctx.mcp.servers()
    expect(status?.tools.map(({ name }) => name)).toEqual(['mcp__x__a'])
    expect(status?.problems).toEqual(['the configuration includes "gone", which the server does not list'])
  })
})
