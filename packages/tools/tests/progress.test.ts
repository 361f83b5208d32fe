import { createScope } from '@millrace/scope'
import type { ToolProgress, ToolRunContext } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { agentNamed, failed, forged, settle, setup, succeeded, type Bench } from './support/setup.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

/** A runtime whose tool reports as the test says, and what its listeners were told. */
async function reporting(
  report: (exec: ToolRunContext) => unknown,
): Promise<Bench & { readonly told: ToolProgress[] }> {
  const bench = await setup({
    execute: async (args, exec) => {
      await report(exec)
      return args
    },
  })
  const told: ToolProgress[] = []
  bench.ctx.on('tools/progress', (_exec, progress) => void told.push(progress) as undefined)
  return { ...bench, told }
}

const warnings = ({ logs }: Bench): unknown[] => logs.filter(({ type }) => type === 'warn')

describe('reportProgress', () => {
  test('tells the listeners in order, before the result is known', async () => {
    const { ctx, call } = await setup({
      execute: async (_args, exec) => {
        exec.reportProgress({ text: 'half', done: 1, total: 2 })
        await settle()
        exec.reportProgress({})
        return 1
      },
    })
    const order: unknown[] = []
    ctx.on('tools/progress', (exec, progress) => void order.push([exec.callId, progress]) as undefined)
    ctx.on('tools/result', (exec) => void order.push([exec.callId, 'result']) as undefined)
    succeeded(await call('echo', {}, { callId: 'c' }))
    expect(order).toEqual([
      ['c', { text: 'half', done: 1, total: 2 }],
      ['c', {}],
      ['c', 'result'],
    ])
  })

  test('gives a frozen copy, so that nothing reaches a listener later', async () => {
    const report = { text: 'first' }
    const { call, told } = await reporting((exec) => {
      exec.reportProgress(report)
      report.text = 'second'
    })
    await call()
    expect(told).toEqual([{ text: 'first' }])
    expect(Object.isFrozen(told[0])).toBe(true)
  })

  test('takes over what it knows, and nothing else', async () => {
    const { call, told } = await reporting((exec) => exec.reportProgress(forged({ done: 1, secret: 'x' })))
    await call()
    expect(told).toStrictEqual([{ done: 1 }])
  })

  test('works destructured, and is the same function each time', async () => {
    const { call, told } = await reporting((exec) => {
      const { reportProgress } = exec
      reportProgress({ done: 1 })
      expect(exec.reportProgress).toBe(reportProgress)
    })
    succeeded(await call())
    expect(told).toEqual([{ done: 1 }])
  })

  test('keeps the end of a long text, and no half of a character', async () => {
    const { call, told } = await reporting((exec) => {
      exec.reportProgress({ text: `${'a'.repeat(5_000)}end` })
      exec.reportProgress({ text: `😀${'b'.repeat(3_999)}` })
    })
    await call()
    expect(told.map(({ text }) => text)).toEqual([`${'a'.repeat(3_997)}end`, 'b'.repeat(3_999)])
  })

  test('costs a call that nobody listens to nothing but the check', async () => {
    const { call, logs } = await setup({
      execute: async (_args, exec) => {
        for (let done = 0; done < 10_000; done += 1) exec.reportProgress({ done })
        return 1
      },
    })
    succeeded(await call())
    expect(logs).toEqual([])
  })

  test('is heard by listeners of the call’s own scope and those above it alone', async () => {
    const bench = await reporting((exec) => exec.reportProgress({ done: 1 }))
    const [here, elsewhere] = [agentNamed('here'), agentNamed('elsewhere')]
    const heard: string[] = []
    for (const [name, agent] of Object.entries({ here, elsewhere })) {
      createScope(bench.ctx, agent).ctx.on('tools/progress', () => void heard.push(name) as undefined)
    }
    await bench.call('echo', {}, { agent: here })
    expect(heard).toEqual(['here'])
    expect(bench.told).toHaveLength(1)
  })

  test('counts for a run that a retry made, too', async () => {
    const { ctx, call, told } = await reporting((exec) => exec.reportProgress({ done: told.length }))
    ctx.on('tools/execute', async (_exec, next) => {
      await next()
      return next()
    })
    succeeded(await call())
    expect(told).toEqual([{ done: 0 }, { done: 1 }])
  })

  test('of a listener that throws or rejects is contained, and reaches the others', async () => {
    const bench = await setup({
      execute: async (_args, exec) => (exec.reportProgress({ done: 1 }), 'done'),
    })
    bench.ctx.on('tools/progress', () => {
      throw new Error('broken listener')
    })
    bench.ctx.on(
      'tools/progress',
      forged(() => Promise.reject(new Error('rejected'))),
    )
    let heard = 0
    bench.ctx.on('tools/progress', () => void (heard += 1) as undefined)
    expect(succeeded(await bench.call()).value).toBe('done')
    await settle()
    expect(heard).toBe(1)
    expect(warnings(bench)).toHaveLength(2)
  })
})

describe('a report at the wrong time', () => {
  test('after the end of the call is ignored, and warned about once', async () => {
    let late = (): void => undefined
    const bench = await reporting((exec) => {
      late = () => exec.reportProgress({ done: 1 })
    })
    await bench.call()
    late()
    late()
    expect(bench.told).toEqual([])
    expect(warnings(bench)).toMatchObject([{ args: [expect.stringContaining('reportProgress() of call')] }])
  })

  test('by a wrapper before the body is ignored', async () => {
    const bench = await reporting(() => undefined)
    bench.ctx.on('tools/execute', (exec, next) => {
      const body = exec as unknown as ToolRunContext
      body.reportProgress({ done: 1 })
      return next()
    })
    succeeded(await bench.call())
    expect(bench.told).toEqual([])
    expect(warnings(bench)).toHaveLength(1)
  })

  test('after a failure of the body is ignored', async () => {
    let late = (): void => undefined
    const bench = await reporting((exec) => {
      late = () => exec.reportProgress({ done: 1 })
      throw new Error('broken')
    })
    failed(await bench.call())
    late()
    expect(bench.told).toEqual([])
  })
})

describe('a report that is none', () => {
  const hostile: Readonly<Record<string, unknown>> = {
    nothing: undefined,
    null: null,
    'a text instead of an object': 'half',
    'a text that is a number': { text: 5 },
    'an endless amount': { done: Number.POSITIVE_INFINITY },
    'a total that is no number': { total: Number.NaN },
    'an amount as text': { done: '1' },
    'a getter that throws': {
      get text(): never {
        throw new Error('trap')
      },
    },
  }
  for (const [what, report] of Object.entries(hostile)) {
    test(`(${what}) is dropped and warned about once; the call goes on`, async () => {
      const bench = await reporting((exec) => {
        exec.reportProgress(forged(report))
        exec.reportProgress(forged(report))
        exec.reportProgress({ done: 2 })
      })
      expect(succeeded(await bench.call('echo', 7)).value).toBe(7)
      expect(bench.told).toEqual([{ done: 2 }])
      expect(warnings(bench)).toHaveLength(1)
    })
  }
})
