import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { HarnessError } from '@millrace/protocol'
import type { ToolDefinition, ToolRunContext } from '@millrace/tools'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { retry, type RetryConfig } from '../src/retry.ts'
import { timeout } from '../src/timeout.ts'
import { failed, openBench, succeeded, untilStopped, ways, type PolicyBench } from './support/policy-bench.ts'

const passing = (message = 'busy'): HarnessError => new HarnessError('BUSY', message, { retryable: true })

/** A tool whose first runs fail, and a policy that waits no time and remembers how long it should have. */
async function setup(
  failures: number,
  config: RetryConfig = {},
  definition: Partial<ToolDefinition> = {},
): Promise<PolicyBench & { readonly waits: number[]; readonly runs: () => number }> {
  let runs = 0
  const waits: number[] = []
  const bench = await openBench({
    effects: 'none',
    execute: async () => {
      runs += 1
      if (runs <= failures) throw passing(`busy ${runs}`)
      return `run ${runs}`
    },
    ...definition,
  })
  const wait = async (ms: number): Promise<void> => void waits.push(ms)
  await bench.ctx.plugin(retry, { random: () => 0.5, wait, ...config })
  return { ...bench, waits, runs: () => runs }
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each(ways)('%s', (_, input) => {
  test('that fails for a reason that may pass is made again', async () => {
    const { call, waits, runs, logs } = await setup(2)
    expect(succeeded(await call('echo', {}, { ...input, callId: 'c1' })).value).toBe('run 3')
    expect(runs()).toBe(3)
    expect(waits).toEqual([250, 500])
    expect(logs).toEqual(['info: tool "echo" (call "c1") was run 3 times and succeeded in the end'])
  })

  test('is given up after the last attempt, with its own failure', async () => {
    const { call, runs, logs } = await setup(99)
    const { error } = failed(await call('echo', {}, { ...input, callId: 'c1' }))
    expect(error).toEqual({
      message: 'busy 3',
      info: { name: 'HarnessError', code: 'BUSY', retryable: true },
    })
    expect(runs()).toBe(3)
    expect(logs).toEqual(['info: tool "echo" (call "c1") was run 3 times and failed in the end (BUSY)'])
  })

  verifies(
    ['contract:W9'],
    'has the contexts, and the wish to conclude, of the run that is returned',
    async () => {
      let runs = 0
      const execute = async (_args: unknown, exec: ToolRunContext): Promise<string> => {
        runs += 1
        exec.deferContext({ role: 'user', content: `from run ${runs}` })
        if (runs === 1) exec.concludeTurn()
        if (runs < 3) throw passing()
        return 'done'
      }
      const { call } = await setup(0, {}, { execute })
      const result = succeeded(await call('echo', {}, input))
      expect(result.additionalContexts).toEqual([{ role: 'user', content: 'from run 3' }])
      expect(result).not.toHaveProperty('concludesTurn')
    },
  )

  verifies(
    ['contract:Z1'],
    'that is cancelled while it waits ends at once, without a further run',
    async () => {
      vi.useFakeTimers()
      const execute = vi.fn(async () => {
        throw passing()
      })
      const { ctx, call } = await openBench({ effects: 'idempotent', execute })
      await ctx.plugin(retry, { baseMs: 60_000, random: () => 0.9 })
      const controller = new AbortController()
      const { signal } = controller
      const calling = call('echo', {}, { ...input, signal })
      await vi.advanceTimersByTimeAsync(1000)
      expect(getEventListeners(signal, 'abort')).toHaveLength(1)
      controller.abort()
      expect(failed(await calling).error.info?.code).toBe('ABORTED')
      expect(execute).toHaveBeenCalledTimes(1)
      expect(vi.getTimerCount()).toBe(0)
      expect(getEventListeners(signal, 'abort')).toEqual([])
    },
  )
})

describe('never made again is', () => {
  test('a call of a tool that may change anything, or does not say what it changes', async () => {
    for (const effects of [{ effects: 'other' }, {}] as const) {
      const execute = vi.fn(async () => {
        throw passing()
      })
      const { ctx, call } = await openBench({ execute, ...effects })
      await ctx.plugin(retry, { baseMs: 0 })
      failed(await call())
      expect(execute).toHaveBeenCalledTimes(1)
    }
  })

  test('a call that reached its time limit', async () => {
    vi.useFakeTimers()
    const execute = vi.fn(untilStopped)
    const { ctx, call } = await openBench({ effects: 'none', timeoutMs: 1000, execute })
    await ctx.plugin(retry, { baseMs: 0 })
    await ctx.plugin(timeout, {})
    const calling = call()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(failed(await calling).error.info?.code).toBe('TOOL_TIMEOUT')
    expect(execute).toHaveBeenCalledTimes(1)
  })

  test('a call whose failure does not say that it may pass', async () => {
    for (const error of [
      new Error('plain'),
      new HarnessError('GONE', 'for good'),
      Object.assign(new Error('forged'), { retryable: true }),
    ]) {
      const execute = vi.fn(async () => {
        throw error
      })
      const { call, waits } = await setup(0, {}, { execute })
      failed(await call())
      expect(execute).toHaveBeenCalledTimes(1)
      expect(waits).toEqual([])
    }
  })

  test('a success, a denial, or a call of a tool that nobody sees', async () => {
    const { ctx, call, runs, logs } = await setup(0)
    succeeded(await call())
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'no' }))
    failed(await call())
    expect(failed(await call('missing')).error.message).toBe('no')
    expect([runs(), logs]).toEqual([1, []])
  })

  test('what a deployment allows one attempt for', async () => {
    const { call, runs } = await setup(1, { attempts: 1 })
    failed(await call())
    expect(runs()).toBe(1)
  })
})

describe('the waits', () => {
  test('grow, never exceed the cap, and are spread from nothing to the longest', () => {
    return fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 60 }),
        fc.nat(10_000),
        fc.nat(100_000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (attempts, baseMs, maxMs, random) => {
          const { call, waits } = await setup(99, { attempts, baseMs, maxMs, random: () => random })
          failed(await call())
          expect(waits).toEqual(
            Array.from({ length: attempts - 1 }, (__, run) => random * Math.min(maxMs, baseMs * 2 ** run)),
          )
        },
      ),
      { numRuns: 30 },
    )
  })

  for (const config of [
    { attempts: 0 },
    { attempts: 1.5 },
    { attempts: Infinity },
    { baseMs: -1 },
    { baseMs: Number.NaN },
    { maxMs: Infinity },
  ]) {
    test(`of ${JSON.stringify(config)} are refused`, async () => {
      const { ctx } = await openBench()
      expect(() => retry.apply(ctx, config)).toThrow(RangeError)
    })
  }
})

describe('with a time limit', () => {
  for (const first of ['retry', 'timeout'] as const) {
    verifies(['contract:O2'], `each run has all of it, ${first} installed first`, async () => {
      vi.useFakeTimers()
      let runs = 0
      const bench = await openBench({
        effects: 'none',
        timeoutMs: 1000,
        execute: () =>
          new Promise((resolve, reject) => {
            runs += 1
            const isLast = runs === 3
            setTimeout(() => (isLast ? resolve('done') : reject(passing())), 900)
          }),
      })
      const plugins = [() => bench.ctx.plugin(retry, { baseMs: 0 }), () => bench.ctx.plugin(timeout, {})]
      for (const plugin of first === 'retry' ? plugins : plugins.toReversed()) await plugin()
      const calling = bench.call()
      await vi.advanceTimersByTimeAsync(3000)
      expect(succeeded(await calling).value).toBe('done')
      expect(vi.getTimerCount()).toBe(0)
    })
  }

  test('a run that an inner wrapper left with a spent signal is followed by one with the right one', async () => {
    const { ctx, call, runs } = await setup(1)
    ctx.on('tools/execute', async (exec, next) => {
      const result = await next()
      if (result.isError) exec.signal = AbortSignal.abort()
      return result
    })
    expect(succeeded(await call()).value).toBe('run 2')
    expect(runs()).toBe(2)
  })
})

test('retries end with their plugin', async () => {
  const { ctx, call } = await openBench({
    effects: 'none',
    execute: async () => {
      throw passing()
    },
  })
  const fiber = await ctx.plugin(retry, { wait: () => Promise.reject(new Error('waited')) })
  await fiber.dispose()
  expect(failed(await call()).error.message).toBe('busy')
})
