import { McpError } from '@millrace/mcp'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { config, scriptedServer } from '../support/scripted-server.ts'
import { manualTime, settled } from '../support/manual-time.ts'
import { setupMcp } from '../support/setup-mcp.ts'

const unreachable = (): McpError => new McpError('MCP_CONNECT_FAILED', 'x', 'nobody answers')

describe('a server that is lost', () => {
  verifies(['fault:B077'], 'is tried again, and its tools can be called when it is back', async () => {
    const { clock, timers, pass } = manualTime()
    const x = scriptedServer({ name: 'a' })
    const { ctx, call } = await setupMcp({ x }, { clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const prompt = JSON.stringify(ctx.tools.schemas())
    x.failures = [unreachable(), unreachable(), undefined]
    x.crash()
    await settled()
    // Without chance it is half of each step: 250, 500, 1,000 ms.
    expect(ctx.mcp.servers()[0]?.state).toMatchObject({ kind: 'waiting', retryAt: clock.now() + 250 })
    const refused = await call('mcp__x__a')
    expect(refused).toMatchObject({ isError: true, error: { info: { code: 'MCP_NOT_CONNECTED' } } })
    expect(refused.isError && refused.error.message).toMatch(
      /MCP server "x" is not connected \(.*it crashed\); it is tried again in 1 s/,
    )
    expect(refused.isError && refused.error.info?.retryable).toBeUndefined()
    for (const delay of [250, 500, 1000]) {
      expect(JSON.stringify(ctx.tools.schemas())).toBe(prompt)
      expect(x.standing).toBe(0)
      await pass(delay - 1)
      expect(x.standing).toBe(0)
      await pass(1)
    }
    expect(ctx.mcp.servers()[0]?.state.kind).toBe('ready')
    expect(x.standing).toBe(1)
    expect(await call('mcp__x__a')).toMatchObject({ isError: false })
    expect(JSON.stringify(ctx.tools.schemas())).toBe(prompt)
  })

  verifies(
    ['fault:B077'],
    'too often in a row is given up; a stable time makes all attempts good again',
    async () => {
      const { clock, timers, pass, waiting } = manualTime()
      const x = scriptedServer({ name: 'a' })
      const { ctx, call, logs } = await setupMcp({ x }, { clock, timers })
      ctx.mcp.add('x', config)
      await ctx.mcp.ready()
      for (let times = 0; times < 8; times += 1) {
        await pass(30_000)
        x.crash()
        await settled()
        expect(ctx.mcp.servers()[0]?.state).toMatchObject({ kind: 'waiting', retryAt: clock.now() + 250 })
        await pass(250)
        expect(ctx.mcp.servers()[0]?.state.kind).toBe('ready')
      }
      for (let times = 0; times < 5; times += 1) {
        await pass(29_999)
        x.crash()
        await settled()
      }
      expect(ctx.mcp.servers()[0]?.state).toMatchObject({ kind: 'failed' })
      expect(waiting).toEqual([])
      expect(logs.join('\n')).toContain('MCP server "x" is given up')
      const refused = await call('mcp__x__a')
      expect(refused.isError && refused.error.message).toContain('was given up; the next call tries it')
      const made = x.made
      await pass(1_000_000)
      expect(x.made).toBe(made)
      await ctx.mcp.restart('x')
      await ctx.mcp.ready(['x'])
      expect(await call('mcp__x__a')).toMatchObject({ isError: false })
    },
  )

  verifies(
    ['fault:B077'],
    'and was given up is tried once more by a call, and no more often than every 30 s',
    async () => {
      const { clock, timers, pass, waiting } = manualTime()
      const x = scriptedServer({ name: 'a' })
      const { ctx, call, logs } = await setupMcp({ x }, { clock, timers })
      ctx.mcp.add('x', config)
      await ctx.mcp.ready()
      x.failures = Array.from({ length: 6 }, unreachable)
      x.crash()
      await settled()
      for (const delay of [250, 500, 1000, 2000]) await pass(delay)
      expect([ctx.mcp.servers()[0]?.state.kind, x.made]).toEqual(['failed', 5])
      const told = async (): Promise<unknown> => {
        const refused = await call('mcp__x__a')
        await settled()
        return refused.isError && refused.error.message
      }
      expect(await told()).toBe(
        'MCP server "x" is not connected (nobody answers), and was given up; the next call tries it once more, in 30 s at the earliest',
      )
      await pass(29_999)
      for (let times = 0; times < 100; times += 1) expect(await told()).toContain('in 1 s at the earliest')
      expect(x.made).toBe(5)
      await pass(1)
      const both = await Promise.all([told(), told()])
      expect(both.join()).toContain('was given up; it is tried once more now, so call again in a moment')
      expect(both.join()).toContain('is being started')
      expect(x.made).toBe(6)
      for (let times = 0; times < 100; times += 1) expect(await told()).toContain('in 30 s at the earliest')
      expect([x.made, waiting]).toEqual([6, []])
      await pass(30_000)
      x.failures = [unreachable()]
      await told()
      expect(x.made).toBe(7)
      expect(logs.filter((line) => line.includes('is given up'))).toHaveLength(1)
      // It is there again.
      await pass(30_000)
      await told()
      expect([ctx.mcp.servers()[0]?.state.kind, x.made]).toEqual(['ready', 8])
      expect(await call('mcp__x__a')).toMatchObject({ isError: false })
    },
  )

  test('during a call ends that call, which is not made again', async () => {
    const { clock, timers, pass } = manualTime()
    const x = scriptedServer({ name: 'a' })
    x.answer = () => new Promise(() => {})
    const { ctx, call } = await setupMcp({ x }, { clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const running = call('mcp__x__a')
    await settled()
    x.crash()
    expect(await running).toMatchObject({ isError: true, error: { info: { code: 'MCP_CONNECTION_LOST' } } })
    await pass(1000)
    expect(ctx.mcp.servers()[0]?.state.kind).toBe('ready')
    expect(x.calls).toHaveLength(1)
  })

  test('and comes back with another list has that one', async () => {
    const { clock, timers, pass } = manualTime()
    const x = scriptedServer({ name: 'a' }, { name: 'b' })
    const { ctx } = await setupMcp({ x }, { clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    x.tools = [{ name: 'b' }, { name: 'c' }]
    x.crash()
    await settled()
    expect(ctx.tools.schemas().map(({ name }) => name)).toEqual(['mcp__x__a', 'mcp__x__b'])
    await pass(250)
    expect(ctx.tools.schemas().map(({ name }) => name)).toEqual(['mcp__x__b', 'mcp__x__c'])
  })
})

describe('a server that cannot be used', () => {
  test('for want of a login waits for one', async () => {
    const { clock, timers, pass, waiting } = manualTime()
    const x = scriptedServer({ name: 'a' })
    x.failures = [new McpError('MCP_LOGIN_REQUIRED', 'x', 'log in')]
    const { ctx } = await setupMcp({ x }, { clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    expect(ctx.mcp.servers()[0]?.state).toMatchObject({
      kind: 'login',
      error: { code: 'MCP_LOGIN_REQUIRED' },
    })
    await pass(1_000_000)
    expect(waiting).toEqual([])
    expect(x.made).toBe(1)
    await ctx.mcp.restart('x')
    await ctx.mcp.ready()
    expect(ctx.mcp.servers()[0]?.state.kind).toBe('ready')
  })

  test('for want of a login is tried once more by a call, or by whoever waits for it', async () => {
    const { clock, timers, pass } = manualTime()
    const x = scriptedServer({ name: 'a' })
    const { ctx, call } = await setupMcp({ x }, { clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const loggedOut = (): McpError => new McpError('MCP_LOGIN_REQUIRED', 'x', 'log in')
    x.failures = [loggedOut(), loggedOut()]
    x.crash()
    await settled()
    await pass(250)
    expect([ctx.mcp.servers()[0]?.state.kind, x.made]).toEqual(['login', 2])
    await ctx.mcp.ready()
    expect(x.made).toBe(2)
    await pass(30_000)
    const refused = await call('mcp__x__a')
    expect(refused).toMatchObject({ error: { info: { code: 'MCP_LOGIN_REQUIRED' } } })
    expect(refused.isError && refused.error.message).toBe(
      'MCP server "x" wants a login: millrace mcp login x; it is tried once more now, so call again in a moment',
    )
    await settled()
    expect([ctx.mcp.servers()[0]?.state.kind, x.made]).toEqual(['login', 3])
    await pass(30_000)
    await ctx.mcp.ready()
    expect(ctx.mcp.servers()[0]?.state.kind).toBe('ready')
  })

  test('as it is configured is not tried again, and wrong configurations start nothing', async () => {
    const { clock, timers, pass } = manualTime()
    const x = scriptedServer()
    x.failures = [new McpError('MCP_CONFIG_INVALID', 'x', 'no such program')]
    const { ctx } = await setupMcp({ x }, { clock, timers })
    ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    expect(ctx.mcp.servers()[0]?.state).toMatchObject({
      kind: 'failed',
      error: { message: 'no such program' },
    })
    await pass(1_000_000)
    await ctx.mcp.ready()
    for (const [name, wrong] of [
      ['', config],
      ['x', { ...config, command: '' }],
      ['x', { ...config, args: 'a b' }],
      ['x', { ...config, env: { A: 1 } }],
      ['x', { ...config, idleTimeoutMs: 0 }],
      ['x', { ...config, include: [1] }],
      ['x', { type: 'http', url: 'ftp://a', headers: {} }],
      ['x', { type: 'http', url: 'nowhere', headers: {} }],
      ['x', { type: 'pipe' }],
    ] as [string, never][]) {
      expect(() => ctx.mcp.add(name, wrong)).toThrow(expect.objectContaining({ code: 'MCP_CONFIG_INVALID' }))
    }
    await expect(ctx.mcp.restart('y')).rejects.toMatchObject({
      code: 'MCP_CONFIG_INVALID',
      message: expect.stringContaining('there are: x'),
    })
    expect(x.made).toBe(1)
  })

  test('hurts no other, whatever its connection throws', async () => {
    const { clock, timers } = manualTime()
    const y = scriptedServer({ name: 'a' })
    const thrown: unknown[] = [new Error('plain'), 'text', undefined, null]
    const { ctx, call } = await setupMcp(
      { y },
      {
        clock,
        timers,
        connect: (name, ...rest) =>
          name === 'y' ? y.connect(name, ...rest) : Promise.reject(thrown[Number(name)]),
      },
    )
    for (const name of ['0', '1', '2', '3', 'y']) ctx.mcp.add(name, config)
    await ctx.mcp.ready()
    expect(ctx.mcp.servers().map(({ state }) => state.kind)).toEqual([
      'waiting',
      'waiting',
      'waiting',
      'waiting',
      'ready',
    ])
    expect(await call('mcp__y__a')).toMatchObject({ isError: false })
  })
})

describe('a server that is replaced or removed', () => {
  verifies(['fault:B079'], 'is closed before the next one starts, and nothing stays', async () => {
    const x = scriptedServer({ name: 'a' })
    let most = 0
    const { ctx } = await setupMcp(
      {},
      {
        connect: async (...args) => {
          const connection = await x.connect(...args)
          most = Math.max(most, x.standing)
          return {
            ...connection,
            close: async () => {
              await settled()
              await connection.close()
            },
          }
        },
      },
    )
    let remove: () => Promise<void> = () => Promise.resolve()
    const removers: (() => Promise<void>)[] = []
    for (let times = 0; times < 5; times += 1) {
      remove = ctx.mcp.add('x', { ...config, command: `server-${times}` } as typeof config)
      removers.push(remove)
      if (times % 2 === 0) await ctx.mcp.ready()
    }
    await ctx.mcp.ready()
    expect(most).toBe(1)
    expect(x.standing).toBe(1)
    expect(ctx.mcp.servers()).toMatchObject([
      { name: 'x', config: { command: 'server-4' }, state: { kind: 'ready' } },
    ])
    // What takes an older one out leaves the newest alone.
    await removers[0]?.()
    expect(ctx.tools.schemas()).toHaveLength(1)
    await remove()
    expect(x.standing).toBe(0)
    expect(ctx.mcp.servers()).toEqual([])
    expect(ctx.tools.schemas()).toEqual([])
  })

  verifies(
    ['fault:B079'],
    'with the whole runtime, while it starts or waits, leaves nothing behind',
    async () => {
      const { clock, timers, waiting } = manualTime()
      const standing = scriptedServer({ name: 'a' })
      const failing = scriptedServer()
      failing.failures = [unreachable()]
      let gone = false
      const { ctx, dispose } = await setupMcp(
        {},
        {
          clock,
          timers,
          connect: (name, given, options, signal) => {
            if (name === 'standing') return standing.connect(name, given, options, signal)
            if (name === 'failing') return failing.connect(name, given, options, signal)
            return new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => {
                gone = true
                reject(signal.reason)
              }),
            )
          },
        },
      )
      for (const name of ['standing', 'failing', 'starting']) ctx.mcp.add(name, config)
      await ctx.mcp.ready(['standing', 'failing'])
      const all = ctx.mcp.ready()
      await dispose()
      await all
      expect(standing.standing).toBe(0)
      expect(gone).toBe(true)
      expect(waiting).toEqual([])
    },
  )

  test('cancels the calls that run', async () => {
    const x = scriptedServer({ name: 'a' })
    x.answer = () => new Promise(() => {})
    const { ctx, call } = await setupMcp({ x })
    const remove = ctx.mcp.add('x', config)
    await ctx.mcp.ready()
    const running = call('mcp__x__a')
    await settled()
    await remove()
    expect(await running).toMatchObject({ isError: true, error: { info: { code: 'MCP_CONNECTION_LOST' } } })
  })
})
