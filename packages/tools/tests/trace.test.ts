import { text, type ToolTrace } from '@millrace/protocol'
import type { Context } from '@deepseek-ai/cordis'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, approve, failed, settle, setup, succeeded, type Bench } from './support/setup.ts'
import { forbidStrays } from './support/strays.ts'

forbidStrays()

function collectTraces(ctx: Context): ToolTrace[] {
  const traces: ToolTrace[] = []
  ctx.on('tools/trace', (_exec, trace) => void traces.push(trace) as undefined)
  return traces
}

const endings: {
  how: string
  status: ToolTrace['status']
  arrange: (bench: Bench) => void
  name?: string
  signal?: AbortSignal
}[] = [
  { how: 'a success', status: 'done', arrange: () => undefined },
  {
    how: 'an error of the body',
    status: 'failed',
    arrange: ({ body }) => void body.mockRejectedValue(new Error('broken')),
  },
  { how: 'an unknown tool', status: 'failed', arrange: () => undefined, name: 'missing' },
  {
    how: 'a policy that throws',
    status: 'failed',
    arrange: ({ ctx }) =>
      void ctx.on('tools/pre-execute', () => {
        throw new Error('p')
      }),
  },
  {
    how: 'a denial',
    status: 'denied',
    arrange: ({ ctx }) => void ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'no' })),
  },
  { how: 'a guard', status: 'denied', arrange: ({ ctx }) => void ctx.tools.guard(() => 'no') },
  {
    how: 'a rejected approval',
    status: 'denied',
    arrange: ({ ctx }) => {
      approve(ctx, () => 'rejected')
      ctx.on('tools/pre-execute', async () => ({ kind: 'ask' }))
    },
  },
  { how: 'an abort beforehand', status: 'cancelled', arrange: () => undefined, signal: AbortSignal.abort() },
]

describe('tools/trace', () => {
  for (const { how, status, arrange, name, signal } of endings) {
    verifies(['contract:F6'], `says ${status} after ${how}`, async () => {
      const bench = await setup()
      arrange(bench)
      const traces = collectTraces(bench.ctx)
      await bench.call(name, {}, { agent: agentNamed('a'), ...(signal ? { signal } : {}) })
      expect(traces).toHaveLength(1)
      expect(traces[0]?.status).toBe(status)
    })
  }

  for (const [how, thrown] of [
    ['an AbortError', () => new DOMException('stopped', 'AbortError')],
    ['the reason of its signal', (signal: AbortSignal) => signal.reason as unknown],
  ] as const) {
    verifies(
      ['contract:F6', 'contract:Z3'],
      `says cancelled when the body obeys and throws ${how}`,
      async () => {
        const { ctx, body, call } = await setup()
        const traces = collectTraces(ctx)
        const controller = new AbortController()
        body.mockImplementation(async () => {
          controller.abort(new Error('enough'))
          throw thrown(controller.signal)
        })
        const { error } = failed(await call('echo', {}, { signal: controller.signal }))
        expect(error.info).toBeUndefined()
        expect(traces[0]?.status).toBe('cancelled')
      },
    )
  }

  verifies(
    ['contract:F6', 'contract:Z3'],
    'says failed when a cancelled body fails for another reason',
    async () => {
      const { ctx, body, call } = await setup()
      const traces = collectTraces(ctx)
      const controller = new AbortController()
      body.mockImplementation(async () => {
        controller.abort()
        throw new Error('the disk is full')
      })
      failed(await call('echo', {}, { signal: controller.signal }))
      expect(traces[0]?.status).toBe('failed')
    },
  )

  for (const [stage, listen] of [
    ['pre-execute', (own: Context) => own.on('tools/pre-execute', () => Promise.reject(new Error('broken')))],
    ['execute', (own: Context) => own.on('tools/execute', () => Promise.reject(new Error('broken')))],
    [
      'post-execute',
      (own: Context) => own.on('tools/post-execute', () => Promise.reject(new Error('broken'))),
    ],
  ] as const) {
    verifies(['contract:F6', 'contract:W6'], `names the plugin that threw in ${stage}`, async () => {
      const { ctx, call } = await setup()
      await ctx.plugin({ name: 'clumsy', apply: (own) => void listen(own) })
      const traces = collectTraces(ctx)
      failed(await call())
      expect(traces[0]).toMatchObject({ status: 'failed', by: 'clumsy' })
      expect(traces[0]?.stages.at(-1)).toMatchObject({ stage, source: 'clumsy', decision: 'threw' })
    })
  }

  for (const kind of ['allow', 'deny'] as const) {
    verifies(['contract:F6'], `names the rule behind a decision to ${kind}`, async () => {
      const { ctx, call } = await setup()
      ctx.on('tools/pre-execute', async () => ({ kind, reason: 'so it is', rule: 'Echo(*)' }))
      const traces = collectTraces(ctx)
      await call()
      expect(traces[0]?.rule).toBe('Echo(*)')
    })
  }

  verifies(
    ['contract:F6', 'contract:Z5'],
    'says failed when a wrapper stopped the body and answers itself',
    async () => {
      const { ctx, body, call } = await setup()
      const limit = new AbortController()
      body.mockImplementation(async (_args, exec) => {
        limit.abort(new Error('enough'))
        throw exec.signal.reason
      })
      ctx.on('tools/execute', async (exec, next) => {
        exec.signal = limit.signal
        await next()
        return { isError: true, error: { message: 'too slow' }, content: [] }
      })
      const traces = collectTraces(ctx)
      failed(await call())
      expect(traces[0]?.status).toBe('failed')
    },
  )

  verifies(['contract:F6', 'contract:Z1'], 'says cancelled when the body was running', async () => {
    const controller = new AbortController()
    const { ctx, body, call } = await setup()
    body.mockImplementation(async () => (controller.abort(), 1))
    const traces = collectTraces(ctx)
    await call('echo', {}, { signal: controller.signal })
    expect(traces[0]?.status).toBe('cancelled')
  })

  verifies(['contract:F6'], 'comes before tools/result, with the same execution', async () => {
    const { ctx, call } = await setup()
    const heard: [string, unknown][] = []
    ctx.on('tools/result', (exec) => void heard.push(['result', exec]) as undefined)
    ctx.on('tools/trace', (exec) => void heard.push(['trace', exec]) as undefined)
    succeeded(await call())
    expect(heard.map(([event]) => event)).toEqual(['trace', 'result'])
    expect(heard[0]?.[1]).toBe(heard[1]?.[1])
  })

  verifies(
    ['contract:F6', 'contract:W3'],
    'names the plugin that denied, which the result does not',
    async () => {
      const { ctx, call } = await setup()
      await ctx.plugin({
        name: 'bouncer',
        apply: (own) => void own.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'full' })),
      })
      const traces = collectTraces(ctx)
      expect('info' in failed(await call()).error).toBe(false)
      expect(traces[0]?.by).toContain('bouncer')
    },
  )

  verifies(['contract:F6'], 'names the plugin whose guard denied', async () => {
    const { ctx, call } = await setup()
    await ctx.plugin({
      name: 'sentinel',
      inject: ['tools'],
      apply: (own) => void own.tools.guard(() => 'no'),
    })
    const traces = collectTraces(ctx)
    await call()
    expect(traces[0]?.by).toContain('sentinel')
  })

  verifies(['contract:F6'], 'lists the stages in their order, with a source and a time', async () => {
    const { ctx, call } = await setup({ finalizeContent: () => undefined })
    approve(ctx, () => 'allowed-once')
    ctx.on('tools/pre-execute', async () => ({ kind: 'ask' }))
    ctx.tools.guard(() => undefined)
    ctx.on('tools/execute', (_exec, next) => next())
    ctx.on('tools/post-execute', async () => ({ kind: 'accept', content: [text('x')] }))
    const traces = collectTraces(ctx)
    succeeded(await call('echo', {}, { agent: agentNamed('a') }))
    const stages = traces[0]!.stages
    const order = ['open', 'pre-execute', 'approval', 'guard', 'execute', 'post-execute', 'finalize']
    const seen = stages.map(({ stage }) => order.indexOf(stage))
    expect(seen).not.toContain(-1)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    for (const stage of ['pre-execute', 'approval', 'guard', 'execute', 'post-execute']) {
      expect(stages.map((entry) => entry.stage)).toContain(stage)
    }
    for (const { source, ms } of stages) {
      expect(source).not.toBe('')
      expect(ms).toBeGreaterThanOrEqual(0)
    }
  })

  verifies(['contract:F6'], 'shows the decision of the stage that denied', async () => {
    const { ctx, call } = await setup()
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'no' }))
    const traces = collectTraces(ctx)
    await call()
    const decisions = traces[0]!.stages
      .filter(({ stage }) => stage === 'pre-execute')
      .map((entry) => entry.decision)
    expect(decisions.some((decision) => decision?.includes('deny'))).toBe(true)
  })

  verifies(
    ['contract:F6', 'contract:F4'],
    'is contained: a listener that throws or rejects changes nothing',
    async () => {
      const { ctx, call } = await setup()
      ctx.on('tools/trace', () => {
        throw new Error('one')
      })
      ctx.on('tools/trace', (() => Promise.reject(new Error('two'))) as never)
      const traces = collectTraces(ctx)
      expect(succeeded(await call('echo', 1)).value).toBe(1)
      await settle()
      expect(traces).toHaveLength(1)
    },
  )

  verifies(
    ['contract:F6', 'contract:V3'],
    'does not make a result differ from that of an untraced call',
    async () => {
      const { ctx, call } = await setup()
      const before = await call('echo', 1)
      collectTraces(ctx)
      expect(await call('echo', 1)).toStrictEqual(before)
    },
  )

  verifies(['contract:F6'], 'costs no look at the clock where nobody listens', async () => {
    const { ctx, call } = await setup()
    const clocks = [vi.spyOn(performance, 'now'), vi.spyOn(Date, 'now'), vi.spyOn(process.hrtime, 'bigint')]
    onTestFinished(() => void vi.restoreAllMocks())
    const looks = (): number => clocks.reduce((sum, clock) => sum + clock.mock.calls.length, 0)
    await call()
    const unheard = looks()
    collectTraces(ctx)
    await call()
    expect(unheard).toBe(0)
    expect(looks()).toBeGreaterThan(0)
  })
})
