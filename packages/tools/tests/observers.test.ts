import { describe, expect, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { expectSealed } from './support/frozen.ts'
import { forged, settle, setup, succeeded, trappedThenable } from './support/setup.ts'
import { observeResults } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

describe('tools/result', () => {
  verifies(
    ['contract:F4', 'contract:W1'],
    'is announced once for each call, before the caller hears',
    async () => {
      const { ctx, call } = await setup()
      const order: string[] = []
      ctx.on('tools/result', (exec) => void order.push(`observed ${exec.callId}`) as undefined)
      await call('echo', {}, { callId: 'a' }).then(() => order.push('answered a'))
      await call('missing', {}, { callId: 'b' }).then(() => order.push('answered b'))
      expect(order).toEqual(['observed a', 'answered a', 'observed b', 'answered b'])
    },
  )

  verifies(['contract:F4', 'fault:B064'], 'reaches every observer although one throws', async () => {
    const { ctx, call, logs } = await setup()
    ctx.on('tools/result', () => {
      throw new Error('observer one')
    })
    const seen = observeResults(ctx)
    const result = await call('echo', { n: 1 })
    expect(succeeded(result).value).toEqual({ n: 1 })
    expect(seen).toHaveLength(1)
    expect(logs.filter((entry) => entry.type === 'warn')).toHaveLength(1)
  })

  verifies(
    ['contract:F4', 'fault:B064'],
    'logs a rejected observer once and leaves no stray rejection',
    async () => {
      const { ctx, call, logs } = await setup()
      ctx.on(
        'tools/result',
        forged(() => Promise.reject(new Error('observer two'))),
      )
      succeeded(await call())
      await settle()
      expect(logs.filter((entry) => entry.type === 'warn')).toHaveLength(1)
    },
  )

  verifies(['contract:F4', 'fault:B064'], 'logs each broken observer once', async () => {
    const { ctx, call, logs } = await setup()
    ctx.on('tools/result', () => {
      throw new Error('one')
    })
    ctx.on(
      'tools/result',
      forged(() => Promise.reject(new Error('two'))),
    )
    ctx.on('tools/result', () => {
      throw null
    })
    succeeded(await call())
    await settle()
    expect(logs.filter((entry) => entry.type === 'warn')).toHaveLength(3)
    expect(logs.filter((entry) => entry.type === 'error')).toHaveLength(0)
  })

  verifies(['contract:F4'], 'does not wait for what an observer returns', async () => {
    const { ctx, call } = await setup()
    ctx.on(
      'tools/result',
      forged(() => new Promise(() => undefined)),
    )
    succeeded(await call())
  })

  for (const [what, returned] of [
    ['another result', { isError: true, error: { message: 'forged' }, content: [] }],
    ['true', true],
    ['a thenable that traps', trappedThenable()],
  ] as const) {
    verifies(['contract:F4'], `ignores an observer that returns ${what}`, async () => {
      const { ctx, call } = await setup()
      ctx.on(
        'tools/result',
        forged(() => returned),
      )
      const seen = observeResults(ctx)
      const result = await call('echo', 1)
      expect(succeeded(result).value).toBe(1)
      expect(seen[0]?.result).toBe(result)
    })
  }

  verifies(['contract:F4', 'contract:V3'], 'is not changed by an observer that writes to it', async () => {
    const { ctx, call } = await setup()
    ctx.on('tools/result', (exec, result) => {
      for (const key of Object.keys(result)) Reflect.set(result, key, 'forged')
      for (const key of Object.keys(exec)) Reflect.set(exec, key, 'forged')
      return undefined
    })
    const seen = observeResults(ctx)
    await call('echo', 1, { callId: 'c' })
    expect(seen[0]?.result).toStrictEqual({
      isError: false,
      value: 1,
      content: [{ type: 'text', text: '1' }],
    })
    expect(seen[0]?.exec).toMatchObject({ callId: 'c', name: 'echo', arguments: 1 })
  })

  verifies(['contract:F4'], 'may start another call from within', async () => {
    const { ctx, call } = await setup()
    const inner: Promise<unknown>[] = []
    ctx.on('tools/result', (exec) => {
      if (exec.callId === 'outer') inner.push(call('echo', 2, { callId: 'inner' }))
      return undefined
    })
    expect(succeeded(await call('echo', 1, { callId: 'outer' })).value).toBe(1)
    expect(await inner[0]).toMatchObject({ isError: false, value: 2 })
  })

  verifies(['contract:F4'], 'still reaches the others when one of them leaves during the round', async () => {
    const { ctx, call } = await setup()
    const dispose = ctx.on('tools/result', () => void dispose() as undefined)
    const second = vi.fn(() => undefined)
    ctx.on('tools/result', second)
    await call()
    await call()
    expect(second).toHaveBeenCalledTimes(2)
  })
})

describe('an observer of internal/dispatch', () => {
  verifies(
    ['contract:W2', 'contract:F4'],
    'is told of every event of a call, as of any other event',
    async () => {
      const { ctx, call } = await setup()
      const told: string[] = []
      ctx.on('internal/dispatch', (mode, name) => void told.push(`${mode} ${name}`))
      succeeded(await call())
      expect(told).toEqual([
        'waterfall tools/pre-execute',
        'waterfall tools/execute',
        'waterfall tools/post-execute',
        'emit tools/result',
      ])
    },
  )

  for (const event of ['tools/pre-execute', 'tools/execute', 'tools/post-execute', 'tools/result']) {
    verifies(
      ['contract:F4', 'contract:O3'],
      `that throws at ${event} never makes execute reject`,
      async () => {
        const { ctx, call } = await setup()
        ctx.on('internal/dispatch', (_mode, name) => {
          if (name === event) throw new Error('diagnostics broke')
        })
        const result = await call('echo', 1)
        expectSealed(result)
        expect(result.isError).toBe(event !== 'tools/result')
      },
    )
  }
})
