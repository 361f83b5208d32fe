import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ToolDefinition, ToolExecutionResult } from '@millrace/tools'
import { verifies } from '../../../tests/spec/verifies.ts'
import { timeout, type TimeoutConfig } from '../src/timeout.ts'
import {
  failed,
  gate,
  openBench,
  succeeded,
  untilStopped,
  ways,
  type PolicyBench,
} from './support/policy-bench.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  const left = vi.getTimerCount()
  vi.useRealTimers()
  expect(left).toBe(0)
})

async function setup(config: TimeoutConfig, ...tools: Partial<ToolDefinition>[]): Promise<PolicyBench> {
  const bench = await openBench(...tools)
  await bench.ctx.plugin(timeout, config)
  return bench
}

const codeOf = (result: ToolExecutionResult): string | undefined => failed(result).error.info?.code

describe.each(ways)('%s', (_, input) => {
  verifies(
    ['fault:B032'],
    'that takes too long is told to stop, and fails with the limit named',
    async () => {
      let reason: unknown
      const { call } = await setup(
        {},
        {
          name: 'slow',
          timeoutMs: 1500,
          execute: (args, exec) => {
            exec.signal.addEventListener('abort', () => (reason = exec.signal.reason))
            return untilStopped(args, exec)
          },
        },
      )
      const calling = call('slow', {}, input)
      await vi.advanceTimersByTimeAsync(1499)
      expect(reason).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      expect(await calling).toEqual({
        isError: true,
        error: {
          message: 'tool "slow" reached its time limit of 1.5 s and was cancelled',
          info: { name: 'ToolTimeoutError', code: 'TOOL_TIMEOUT' },
        },
        content: [
          { type: 'text', text: 'Error: tool "slow" reached its time limit of 1.5 s and was cancelled' },
        ],
      })
      expect(reason).toMatchObject({ name: 'TimeoutError' })
    },
  )

  verifies(['fault:B032'], 'keeps what the body said of its end', async () => {
    const { call } = await setup(
      {},
      {
        timeoutMs: 500,
        execute: async (args, exec) => {
          await untilStopped(args, exec).catch(() => undefined)
          throw new Error('aborted; the last output was:\nline1')
        },
      },
    )
    const calling = call('echo', {}, input)
    await vi.advanceTimersByTimeAsync(500)
    const { error, content } = failed(await calling)
    expect(error.message).toBe(
      'tool "echo" reached its time limit of 500 ms and was cancelled; it ended with: aborted; the last output was:\nline1',
    )
    expect(content).toEqual([{ type: 'text', text: `Error: ${error.message}` }])
  })

  verifies(
    ['contract:Z6', 'contract:Z3', 'contract:F2'],
    'waits for its body, and reports one that ignores its signal',
    async () => {
      const { opened, open } = gate()
      const { call, logs } = await setup(
        { graceMs: 400 },
        {
          timeoutMs: 1000,
          execute: async (_args, exec) => {
            exec.deferContext({ role: 'user', content: 'noted' })
            await opened
            return 'too late'
          },
        },
      )
      let settled = false
      const calling = call('echo', {}, { ...input, callId: 'c\u202e1' }).finally(() => (settled = true))
      await vi.advanceTimersByTimeAsync(1399)
      expect([settled, logs]).toEqual([false, []])
      await vi.advanceTimersByTimeAsync(10_000)
      expect(settled).toBe(false)
      expect(logs).toHaveLength(1)
      expect(logs[0]).toContain(
        'warn: tool "echo" (call "c\\u{202e}1") goes on 400 ms after its time limit of 1 s: its body ignores its signal',
      )
      open()
      const result = failed(await calling)
      expect(result.error.message).toBe(
        'tool "echo" reached its time limit of 1 s and was cancelled; it ignored its signal, and ended only 10.4 s after the limit',
      )
      expect(result.additionalContexts).toEqual([{ role: 'user', content: 'noted' }])
    },
  )

  verifies(
    ['contract:Z1'],
    'that the caller cancels keeps the code of that, and the limit is off',
    async () => {
      const controller = new AbortController()
      const { call } = await setup({}, { timeoutMs: 1000, execute: untilStopped })
      const calling = call('echo', {}, { ...input, signal: controller.signal })
      await vi.advanceTimersByTimeAsync(999)
      const why = new DOMException('enough', 'AbortError')
      controller.abort(why)
      await vi.advanceTimersByTimeAsync(5000)
      expect(failed(await calling).error.message).toBe('enough')
    },
  )

  verifies(
    ['fault:B040', 'contract:Z7'],
    'that was cancelled before does not run, and no limit begins',
    async () => {
      const execute = vi.fn(async () => 'ran')
      const { call } = await setup({}, { timeoutMs: 1000, execute })
      const result = await call('echo', {}, { ...input, signal: AbortSignal.abort() })
      expect(codeOf(result)).toBe('ABORTED_BEFORE_DISPATCH')
      expect(execute).not.toHaveBeenCalled()
    },
  )

  test('that succeeds in time keeps its value', async () => {
    const { call, logs } = await setup({}, { timeoutMs: 1000 })
    expect(succeeded(await call('echo', { a: 1 }, input)).value).toEqual({ a: 1 })
    expect(logs).toEqual([])
  })
})

test('a caller that cancelled is told of a body that goes on, too', async () => {
  const { opened, open } = gate()
  const controller = new AbortController()
  const { call, logs } = await setup({}, { timeoutMs: 60_000, execute: () => opened })
  const calling = call('echo', {}, { signal: controller.signal })
  await vi.advanceTimersByTimeAsync(10)
  controller.abort()
  await vi.advanceTimersByTimeAsync(2000)
  expect(logs).toEqual([expect.stringContaining('goes on 2 s after it was cancelled')])
  open()
  expect(codeOf(await calling)).toBe('ABORTED')
})

describe('the time', () => {
  test('does not run while somebody is asked or a listener waits', async () => {
    const { ctx, call } = await setup({}, { timeoutMs: 1000, execute: async () => 'done' })
    const { opened, open } = gate()
    ctx.on('tools/pre-execute', async (_exec, next) => {
      await opened
      return next()
    })
    const calling = call()
    await vi.advanceTimersByTimeAsync(3_600_000)
    open()
    expect(succeeded(await calling).value).toBe('done')
  })

  verifies(['contract:O2'], 'begins anew with each attempt of a wrapper further out', async () => {
    const bench = await openBench({
      timeoutMs: 1000,
      execute: () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('again')), 900)),
    })
    const results: ToolExecutionResult[] = []
    bench.ctx.on('tools/execute', async (_exec, next) => {
      results.push(await next(), await next(), await next())
      return results[2] as ToolExecutionResult
    })
    await bench.ctx.plugin(timeout, {})
    const calling = bench.call()
    await vi.advanceTimersByTimeAsync(2700)
    expect(failed(await calling).error.message).toBe('again')
    expect(results.map((result) => failed(result).error.message)).toEqual(['again', 'again', 'again'])
  })

  verifies(
    ['contract:Z5'],
    'leaves the signal of a wrapper further out in force, and puts it back',
    async () => {
      const bench = await openBench({ timeoutMs: 1000, execute: untilStopped })
      const outer = new AbortController()
      let after: AbortSignal | undefined
      bench.ctx.on('tools/execute', async (exec, next) => {
        exec.signal = outer.signal
        const result = await next()
        after = exec.signal
        return result
      })
      await bench.ctx.plugin(timeout, {})
      const calling = bench.call()
      await vi.advanceTimersByTimeAsync(10)
      outer.abort(new Error('outer'))
      expect(failed(await calling).error.message).toBe('outer')
      expect(after).toBe(outer.signal)
      expect(getEventListeners(outer.signal, 'abort')).toEqual([])
    },
  )
})

describe('a limit', () => {
  for (const limit of [2_147_483_647, 2_147_483_648, 1e12, Number.MAX_VALUE]) {
    verifies(['fault:B046'], `of ${limit} ms is that long, and not none at all`, async () => {
      const { opened, open } = gate()
      const { call, tools } = await setup({}, { timeoutMs: limit, execute: () => opened.then(() => 'done') })
      expect(tools.get('echo')?.timeoutMs).toBe(limit)
      const calling = call()
      await vi.advanceTimersByTimeAsync(60_000)
      open()
      expect(succeeded(await calling).value).toBe('done')
    })
  }

  verifies(['fault:B046'], 'of 30 days is reached after 30 days', async () => {
    const days = 24 * 3600 * 1000
    const { call } = await setup({}, { timeoutMs: 30 * days, execute: untilStopped })
    let settled = false
    const calling = call().finally(() => (settled = true))
    await vi.advanceTimersByTimeAsync(30 * days - 1)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(codeOf(await calling)).toBe('TOOL_TIMEOUT')
  })

  for (const limit of [0, -1, Infinity, Number.NaN, '5' as unknown as number]) {
    verifies(
      ['fault:B046'],
      `of ${String(limit)} is refused where it is declared or configured`,
      async () => {
        const { ctx, tools } = await openBench()
        expect(() => tools.register({ ...toolWith(limit), name: 'other' })).toThrow(
          /timeoutMs must be a positive finite number/,
        )
        for (const config of [{ defaultMs: limit }, { tools: { echo: limit } }, { graceMs: limit }]) {
          expect(() => timeout.apply(ctx, config)).toThrow(/must be a positive finite number of milliseconds/)
        }
      },
    )
  }

  test('of a tool that declares none is the default, and the operator has the last word', async () => {
    const { call } = await setup(
      { defaultMs: 2000, tools: { long: 9000, free: 'none', constructor: 1 } },
      { name: 'plain', execute: untilStopped },
      { name: 'long', timeoutMs: 10, execute: untilStopped },
      { name: 'free', timeoutMs: 10, execute: async () => 'done' },
    )
    const ended: Record<string, number> = {}
    const started = Date.now()
    const timing = async (name: string): Promise<void> => {
      await call(name)
      ended[name] = Date.now() - started
    }
    const calls = Promise.all(['plain', 'long', 'free'].map(timing))
    await vi.advanceTimersByTimeAsync(10_000)
    await calls
    expect(ended).toEqual({ plain: 2000, long: 9000, free: 0 })
  })

  test('is none for a tool without one where there is no default, and for one that nobody sees', async () => {
    const { call } = await setup({}, { execute: async () => 'done' })
    const calling = call()
    await vi.advanceTimersByTimeAsync(0)
    expect(succeeded(await calling).value).toBe('done')
    expect(codeOf(await call('missing'))).toBe('UNKNOWN_TOOL')
  })
})

function toolWith(timeoutMs: number): ToolDefinition {
  return {
    name: 'timed',
    description: 'Has a limit.',
    parameters: { type: 'object' },
    output: { schema: {}, render: () => [] },
    execute: async () => null,
    timeoutMs,
  }
}

describe('a long session', () => {
  verifies(['fault:B045'], 'leaves no listener on its signal, one by one or all at once', async () => {
    const { signal } = new AbortController()
    const warnings: Error[] = []
    const note = (warning: Error): void => {
      if (warning.name === 'MaxListenersExceededWarning') warnings.push(warning)
    }
    process.on('warning', note)
    try {
      const { call } = await setup({}, { timeoutMs: 60_000 })
      for (let index = 0; index < 500; index += 1) await call('echo', { index }, { signal })
      expect(getEventListeners(signal, 'abort')).toEqual([])
      await Promise.all(Array.from({ length: 500 }, (_, index) => call('echo', { index }, { signal })))
      expect(getEventListeners(signal, 'abort')).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(warnings).toEqual([])
    } finally {
      process.off('warning', note)
    }
  })

  verifies(['contract:R6'], 'ends with its plugin: no limit is enforced any more', async () => {
    const bench = await openBench({ timeoutMs: 1000, execute: untilStopped })
    const fiber = await bench.ctx.plugin(timeout, {})
    await fiber.dispose()
    const controller = new AbortController()
    const calling = bench.call('echo', {}, { signal: controller.signal })
    await vi.advanceTimersByTimeAsync(60_000)
    controller.abort(new Error('by hand'))
    expect(failed(await calling).error.message).toBe('by hand')
  })
})
