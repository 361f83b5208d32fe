import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  aborted,
  abortedBeforeDispatch,
  agentNamed,
  approve,
  failed,
  setup,
  succeeded,
  tool,
} from './support/setup.ts'
import { observeResults } from './support/stages.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

describe('several calls of one batch', () => {
  verifies(['fault:B035', 'contract:W6'], 'all end, although a reviewer throws for one of them', async () => {
    const { ctx, call } = await setup()
    ctx.on('tools/post-execute', (exec, _result, next) => {
      if (exec.callId === 'call 2') throw new Error('review of 2')
      return next()
    })
    const seen = observeResults(ctx)
    const ids = [1, 2, 3, 4, 5].map((n) => `call ${n}`)
    const results = await Promise.all(ids.map((callId) => call('echo', callId, { callId })))
    expect(results.map((result) => result.isError)).toEqual([false, true, false, false, false])
    expect(failed(results[1]!).error.message).toBe('review of 2')
    expect(seen.map(({ exec }) => exec.callId).toSorted()).toEqual(ids)
  })

  verifies(
    ['fault:B037', 'contract:Z1'],
    'in a row all have a result when the second is cancelled',
    async () => {
      const controller = new AbortController()
      const { ctx, body, call } = await setup()
      body.mockImplementation(async (args) => {
        if (args === 2) controller.abort()
        return args
      })
      const seen = observeResults(ctx)
      const results = []
      for (const n of [1, 2, 3, 4]) results.push(await call('echo', n, { signal: controller.signal }))
      expect(succeeded(results[0]!).value).toBe(1)
      expect(results[1]).toStrictEqual(aborted)
      expect(results[2]).toStrictEqual(abortedBeforeDispatch)
      expect(results[3]).toStrictEqual(abortedBeforeDispatch)
      expect(body).toHaveBeenCalledTimes(2)
      expect(seen).toHaveLength(4)
    },
  )

  verifies(['fault:B038', 'contract:W4'], 'both end when the one that asks is rejected', async () => {
    const { ctx, body, call } = await setup()
    const request = approve(ctx, () => 'rejected')
    ctx.tools.register(tool({ name: 'risky', execute: body }))
    ctx.on('tools/pre-execute', (exec, next) =>
      exec.name === 'risky' ? Promise.resolve({ kind: 'ask' }) : next(),
    )
    const seen = observeResults(ctx)
    const agent = agentNamed('a')
    const [risky, plain] = await Promise.all([
      call('risky', 'a', { agent, callId: 'a' }),
      call('echo', 'b', { agent, callId: 'b' }),
    ])
    expect(failed(risky).error.message).toBe('the user rejected tool "risky"')
    expect(succeeded(plain).value).toBe('b')
    expect(body.mock.calls.map(([args]) => args)).toEqual(['b'])
    expect(request).toHaveBeenCalledTimes(1)
    expect(seen.map(({ exec }) => exec.callId).toSorted()).toEqual(['a', 'b'])
  })

  verifies(['fault:B133'], 'may share a call id without sharing anything else', async () => {
    const { ctx, call } = await setup()
    const seen = observeResults(ctx)
    const [one, two] = await Promise.all([call('echo', 1, { callId: 'x' }), call('echo', 2, { callId: 'x' })])
    expect([succeeded(one).value, succeeded(two).value]).toEqual([1, 2])
    expect(new Set(seen.map(({ exec }) => exec.token)).size).toBe(2)
  })
})

describe('a time limit on a definition', () => {
  for (const timeoutMs of [Number.POSITIVE_INFINITY, Number.NaN, 0, -1]) {
    verifies(['fault:B046', 'contract:R2'], `of ${timeoutMs} is refused at registration`, async () => {
      const { ctx } = await setup()
      expect(() => ctx.tools.register(tool({ name: 'limited', timeoutMs }))).toThrow(
        'timeoutMs must be a positive finite number',
      )
      expect(ctx.tools.get('limited')).toBeUndefined()
    })
  }

  for (const timeoutMs of [2_147_483_648, 1e12]) {
    verifies(['fault:B046'], `of ${timeoutMs} never fires at once`, async () => {
      const { ctx, call } = await setup()
      ctx.tools.register(
        tool({
          name: 'limited',
          timeoutMs,
          execute: () => new Promise((resolve) => setTimeout(resolve, 20, 'slow but fine')),
        }),
      )
      expect(succeeded(await call('limited')).value).toBe('slow but fine')
    })
  }
})
