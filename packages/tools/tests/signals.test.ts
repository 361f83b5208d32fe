import { getEventListeners } from 'node:events'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { aborted, agentNamed, approve, forged, gate, settle, setup, succeeded } from './support/setup.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

function listenersOn(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length
}

describe('the signal of the body', () => {
  verifies(['contract:Z5'], 'is the caller’s own when no wrapper replaced it', async () => {
    const { ctx, body, call } = await setup()
    ctx.on('tools/execute', (_exec, next) => next())
    const { signal } = new AbortController()
    succeeded(await call('echo', {}, { signal }))
    expect(body.mock.calls[0]?.[1].signal).toBe(signal)
  })

  verifies(['contract:Z5'], 'is the caller’s own when a wrapper put it back before the body', async () => {
    let received: AbortSignal | undefined
    const { ctx, call } = await setup({ execute: async (_args, exec) => ((received = exec.signal), 1) })
    const { signal } = new AbortController()
    ctx.on('tools/execute', (exec, next) => {
      exec.signal = new AbortController().signal
      exec.signal = signal
      return next()
    })
    succeeded(await call('echo', {}, { signal }))
    expect(received).toBe(signal)
  })

  verifies(['contract:Z5'], 'is a third one when a wrapper replaced it', async () => {
    let received: AbortSignal | undefined
    const { ctx, call } = await setup({ execute: async (_args, exec) => ((received = exec.signal), 1) })
    const own = new AbortController().signal
    const { signal } = new AbortController()
    ctx.on('tools/execute', (exec, next) => {
      exec.signal = own
      return next()
    })
    succeeded(await call('echo', {}, { signal }))
    expect(received).toBeInstanceOf(AbortSignal)
    expect(received).not.toBe(own)
    expect(received).not.toBe(signal)
  })

  for (const side of ['caller', 'wrapper'] as const) {
    verifies(['contract:Z5'], `follows the ${side}, with the reason`, async () => {
      const [caller, wrapper] = [new AbortController(), new AbortController()]
      const reasons: unknown[] = []
      const started = gate()
      const { ctx, call } = await setup({
        execute: (_args, exec) => {
          started.open()
          return new Promise((resolve) => {
            exec.signal.addEventListener('abort', () => resolve(reasons.push(exec.signal.reason)), {
              once: true,
            })
          })
        },
      })
      ctx.on('tools/execute', (exec, next) => {
        exec.signal = wrapper.signal
        return next()
      })
      const running = call('echo', {}, { signal: caller.signal })
      await started.promise
      const reason = { why: side }
      ;(side === 'caller' ? caller : wrapper).abort(reason)
      await running
      expect(reasons).toHaveLength(1)
      expect(reasons[0]).toBe(reason)
    })
  }

  verifies(['contract:Z5'], 'follows the caller through two wrappers that both replaced it', async () => {
    const caller = new AbortController()
    const { ctx, call } = await setup({
      execute: async (_args, exec) => {
        caller.abort('enough')
        return { aborted: exec.signal.aborted, reason: exec.signal.reason as string }
      },
    })
    const seen: boolean[] = []
    for (let wrapper = 0; wrapper < 2; wrapper += 1) {
      ctx.on('tools/execute', async (exec, next) => {
        exec.signal = new AbortController().signal
        const result = await next()
        seen.push(result.isError && result.error.info?.code === 'ABORTED')
        return result
      })
    }
    await call('echo', {}, { signal: caller.signal })
    expect(seen).toEqual([true, true])
  })
})

describe('the signal on the execution', () => {
  verifies(['contract:Z5'], 'is the wrapper’s again once the body is over', async () => {
    const { ctx, call } = await setup()
    const own = new AbortController().signal
    const after: AbortSignal[] = []
    ctx.on('tools/execute', async (exec, next) => {
      exec.signal = own
      const result = await next()
      after.push(exec.signal)
      return result
    })
    ctx.on('tools/post-execute', (exec, _result, next) => (after.push(exec.signal), next()))
    await call()
    expect(after).toHaveLength(2)
    expect(after[0]).toBe(own)
    expect(after[1]).toBe(own)
  })

  verifies(['contract:Z5'], 'is the caller’s for the reviewers when the wrapper restored it', async () => {
    const { ctx, call } = await setup()
    const { signal } = new AbortController()
    const after: AbortSignal[] = []
    ctx.on('tools/execute', async (exec, next) => {
      const before = exec.signal
      exec.signal = new AbortController().signal
      const result = await next()
      exec.signal = before
      return result
    })
    ctx.on('tools/post-execute', (exec, _result, next) => (after.push(exec.signal), next()))
    await call('echo', {}, { signal })
    expect(after).toHaveLength(1)
    expect(after[0]).toBe(signal)
  })

  verifies(['contract:W7'], 'cannot be replaced by a policy listener', async () => {
    const { ctx, body, call } = await setup()
    ctx.on('tools/pre-execute', (exec, next) => {
      Reflect.set(exec, 'signal', new AbortController().signal)
      Reflect.deleteProperty(exec, 'signal')
      return next()
    })
    const { signal } = new AbortController()
    succeeded(await call('echo', {}, { signal }))
    expect(body.mock.calls[0]?.[1].signal).toBe(signal)
  })

  verifies(
    ['contract:W7', 'contract:K4'],
    'cannot be replaced before the wrappers, even where there are some',
    async () => {
      const { ctx, call } = await setup()
      const met: AbortSignal[] = []
      ctx.on('tools/pre-execute', (exec, next) => {
        Reflect.set(exec, 'signal', AbortSignal.abort())
        return next()
      })
      ctx.tools.guard((exec) => {
        Reflect.set(exec, 'signal', AbortSignal.abort())
        return undefined
      })
      ctx.on('tools/execute', (exec, next) => (met.push(exec.signal), next()))
      const { signal } = new AbortController()
      succeeded(await call('echo', {}, { signal }))
      expect(met).toHaveLength(1)
      expect(met[0]).toBe(signal)
    },
  )

  for (const [what, replacement] of [
    ['undefined', undefined],
    ['null', null],
    ['an object', {}],
    ['a text', 'signal'],
    ['a forged signal', { aborted: false, addEventListener: () => undefined }],
  ] as const) {
    verifies(['contract:W7', 'contract:O3'], `replaced by ${what} never reaches the body`, async () => {
      let received: unknown
      const caller = new AbortController()
      const { ctx, call } = await setup({
        execute: async (_args, exec) => ((received = exec.signal), caller.abort(), 1),
      })
      ctx.on('tools/execute', (exec, next) => {
        exec.signal = forged(replacement)
        return next()
      })
      const result = await call('echo', {}, { signal: caller.signal })
      expect(result.isError).toBe(true)
      expect(received === undefined || received instanceof AbortSignal).toBe(true)
      if (received instanceof AbortSignal) expect(received.aborted).toBe(true)
    })
  }

  verifies(['contract:W7', 'contract:O3'], 'deleted by a wrapper never detaches the caller', async () => {
    const caller = new AbortController()
    let received: unknown
    const { ctx, call } = await setup({
      execute: async (_args, exec) => ((received = exec.signal), caller.abort(), 1),
    })
    ctx.on('tools/execute', (exec, next) => {
      Reflect.deleteProperty(exec, 'signal')
      return next()
    })
    expect((await call('echo', {}, { signal: caller.signal })).isError).toBe(true)
    if (received !== undefined) expect((received as AbortSignal).aborted).toBe(true)
  })
})

describe('the signal after a wrapper threw', () => {
  verifies(['contract:W7', 'contract:W6'], 'cannot be replaced any more', async () => {
    const { ctx, call } = await setup()
    ctx.on('tools/execute', () => Promise.reject(new Error('broken')))
    const { signal } = new AbortController()
    const seen: AbortSignal[] = []
    ctx.on('tools/result', (exec) => {
      Reflect.set(exec, 'signal', AbortSignal.abort())
      seen.push(exec.signal)
      return undefined
    })
    await call('echo', {}, { signal })
    expect(seen).toEqual([signal])
    expect(seen[0]).toBe(signal)
  })
})

describe('listeners on signals', () => {
  verifies(['contract:Z5', 'fault:B045'], 'are gone after the body, on both signals', async () => {
    const { signal } = new AbortController()
    const own = new AbortController().signal
    const { ctx, call } = await setup()
    ctx.on('tools/execute', async (exec, next) => {
      exec.signal = own
      const result = await next()
      expect(listenersOn(own)).toBe(0)
      expect(listenersOn(signal)).toBe(0)
      return result
    })
    succeeded(await call('echo', {}, { signal }))
    expect(listenersOn(signal)).toBe(0)
    expect(listenersOn(own)).toBe(0)
  })

  verifies(['contract:Z5', 'fault:B045'], 'are gone after a body that failed', async () => {
    const { signal } = new AbortController()
    const own = new AbortController().signal
    const { ctx, call } = await setup({ execute: () => Promise.reject(new Error('no')) })
    ctx.on('tools/execute', (exec, next) => {
      exec.signal = own
      return next()
    })
    await call('echo', {}, { signal })
    expect(listenersOn(signal) + listenersOn(own)).toBe(0)
  })

  for (const member of ['addEventListener', 'removeEventListener', 'aborted']) {
    verifies(
      ['contract:Z5', 'fault:B045'],
      `are gone even where a replaced signal throws from ${member}`,
      async () => {
        const { signal } = new AbortController()
        const { ctx, call } = await setup()
        ctx.on('tools/execute', (exec, next) => {
          const own = new AbortController().signal
          exec.signal = own
          Object.defineProperty(own, member, {
            get: () => {
              throw new Error(`no ${member}`)
            },
          })
          return next()
        })
        await call('echo', {}, { signal })
        expect(listenersOn(signal)).toBe(0)
      },
    )
  }

  verifies(['fault:B045'], 'do not pile up over 500 calls on one session signal', async () => {
    const warnings: Error[] = []
    const collect = (warning: Error): void => void warnings.push(warning)
    process.on('warning', collect)
    try {
      const { signal } = new AbortController()
      const { ctx, body, call } = await setup()
      const agent = agentNamed('session')
      approve(ctx, () => 'allowed-once')
      ctx.on('tools/pre-execute', async () => ({ kind: 'ask' }))
      for (let wrapper = 0; wrapper < 2; wrapper += 1) {
        ctx.on('tools/execute', async (exec, next) => {
          const before = exec.signal
          exec.signal = new AbortController().signal
          const result = await next()
          exec.signal = before
          return result
        })
      }
      let most = 0
      body.mockImplementation(async () => ((most = Math.max(most, listenersOn(signal))), 1))
      for (let turn = 0; turn < 500; turn += 1) succeeded(await call('echo', {}, { agent, signal }))
      expect(listenersOn(signal)).toBe(0)
      expect(most).toBeLessThanOrEqual(4)
      await new Promise((resolve) => setImmediate(resolve))
      expect(warnings).toEqual([])
    } finally {
      process.off('warning', collect)
    }
  })

  verifies(
    ['fault:B045'],
    'do not pile up, and warn of nothing, when 50 calls of one session overlap',
    async () => {
      const warnings: Error[] = []
      const collect = (warning: Error): void => void warnings.push(warning)
      process.on('warning', collect)
      try {
        const { signal } = new AbortController()
        const { ctx, call } = await setup()
        ctx.on('tools/execute', (exec, next) => {
          exec.signal = new AbortController().signal
          return next()
        })
        const results = await Promise.all(Array.from({ length: 50 }, () => call('echo', {}, { signal })))
        for (const result of results) succeeded(result)
        expect(listenersOn(signal)).toBe(0)
        await settle()
        expect(warnings).toEqual([])
      } finally {
        process.off('warning', collect)
      }
    },
  )

  verifies(
    ['fault:B045', 'contract:Z5'],
    'of 50 overlapping calls all hear the abort of the session',
    async () => {
      const session = new AbortController()
      const started = gate()
      let running = 0
      const { ctx, call } = await setup({
        execute: (_args, exec) => {
          running += 1
          if (running === 50) started.open()
          return new Promise((resolve) => {
            exec.signal.addEventListener('abort', () => resolve('stopped'), { once: true })
          })
        },
      })
      ctx.on('tools/execute', (exec, next) => {
        exec.signal = new AbortController().signal
        return next()
      })
      const calls = Array.from({ length: 50 }, () => call('echo', {}, { signal: session.signal }))
      await started.promise
      session.abort()
      for (const result of await Promise.all(calls)) expect(result).toStrictEqual(aborted)
      expect(listenersOn(session.signal)).toBe(0)
    },
  )
})
