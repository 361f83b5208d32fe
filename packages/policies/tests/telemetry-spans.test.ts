import { context, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { text } from '@millrace/protocol'
import { HarnessError, type ToolExecution, type ToolRunContext } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { redaction } from '../src/redaction.ts'
import { loadApi } from '../src/telemetry/load-api.ts'
import { canaries, leaksOf, spelled } from './support/canaries.ts'
import { openOtelBench } from './support/otel-bench.ts'
import { failed, gate, succeeded } from './support/policy-bench.ts'

const echo = { name: 'echo', description: 'Says it again.' }
const only = (spans: readonly ReadableSpan[]): ReadableSpan => {
  expect(spans).toHaveLength(1)
  if (spans[0] === undefined) throw new Error('no span')
  return spans[0]
}
const parentIdOf = (span: ReadableSpan | undefined): string | undefined => span?.parentSpanContext?.spanId

describe('the span of a call', () => {
  test('has the name and the attributes of the conventions, and no arguments and results', async () => {
    const { call, spans } = await openOtelBench({}, echo)
    succeeded(await call('echo', { word: 'hush' }, { callId: 'c1' }))
    const span = only(spans)
    expect(span.name).toBe('execute_tool echo')
    expect(span.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'echo',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.description': 'Says it again.',
      'millrace.tool.status': 'done',
    })
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
    expect(JSON.stringify([span.attributes, span.events, span.status])).not.toContain('hush')
  })

  test('says for whom the agent acts that made it', async () => {
    const { call, spans } = await openOtelBench({}, echo)
    succeeded(await call('echo', {}, { agent: { principal: 'ada' } }))
    expect(only(spans).attributes).toMatchObject({ 'millrace.agent.principal': 'ada' })
  })

  verifies(['contract:F6'], 'covers policies and body, and tells who decided what', async () => {
    const { ctx, call, spans } = await openOtelBench({}, echo)
    let during = 0
    ctx.on(
      'tools/pre-execute',
      async (_exec, next) => ((during = spans.length), { ...(await next()), rule: 'echo' }),
    )
    ctx.on('tools/post-execute', async (_exec, _result, next) => ((during += spans.length), next()))
    succeeded(await call())
    const span = only(spans)
    expect(during).toBe(0)
    expect(span.attributes).toMatchObject({ 'millrace.tool.rule': 'echo' })
    expect(
      span.events.map(({ name, attributes }) => [name, attributes?.['millrace.tool.stage.name']]),
    ).toEqual([
      ['millrace.tool.stage', 'pre-execute'],
      ['millrace.tool.stage', 'execute'],
      ['millrace.tool.stage', 'post-execute'],
    ])
    expect(span.events[0]?.attributes).toMatchObject({ 'millrace.tool.stage.decision': 'allow' })
  })

  for (const [what, status, errorType, message] of [
    ['a tool that fails with a code', 'failed', 'NO_SPACE', 'the disk is full'],
    ['a tool that throws anything', 'failed', '_OTHER', 'boom'],
    ['a denial', 'denied', 'DENIED', 'not today'],
    ['a tool that nobody has', 'failed', 'UNKNOWN_TOOL', 'unknown tool "missing"'],
    [
      'a call that is cancelled before it starts',
      'cancelled',
      'ABORTED_BEFORE_DISPATCH',
      'tool call aborted before dispatch',
    ],
    ['arguments that are none', 'failed', 'INVALID_CALL', 'tool execution arguments must be'],
  ] as const) {
    test(`shows ${what}`, async () => {
      const { ctx, call, spans } = await openOtelBench(
        {},
        { name: 'coded', execute: () => Promise.reject(new HarnessError('NO_SPACE', 'the disk is full')) },
        { name: 'thrown', execute: () => Promise.reject(new Error('boom')) },
        echo,
      )
      ctx.on('tools/pre-execute', async (exec, next) =>
        exec.name === 'echo' ? { kind: 'deny', reason: 'not today', rule: 'echo(*)' } : next(),
      )
      if (what.includes('with a code')) await call('coded')
      else if (what.includes('throws')) await call('thrown')
      else if (what.includes('denial')) await call('echo')
      else if (what.includes('nobody')) await call('missing')
      else if (what.includes('cancelled')) await call('coded', {}, { signal: AbortSignal.abort() })
      else await call('coded', undefined as never, { arguments: undefined })
      const span = only(spans)
      expect(span.attributes).toMatchObject({ 'millrace.tool.status': status, 'error.type': errorType })
      expect(span.status).toMatchObject({
        code: SpanStatusCode.ERROR,
        message: expect.stringContaining(message) as string,
      })
      if (status === 'denied') {
        expect(span.attributes['millrace.tool.rule']).toBe('echo(*)')
        expect(span.attributes['millrace.tool.decided_by']).toBeDefined()
      }
    })
  }

  test('bounds and escapes what a model makes up', async () => {
    const { call, spans, points } = await openOtelBench({}, echo)
    for (let index = 0; index < 5; index++) await call(`made-up-${index}\u001b[2J${'x'.repeat(5000)}`)
    for (const { name } of spans) {
      expect(name.length).toBeLessThan(400)
      expect(name).toContain('\\u{1b}')
    }
    expect(await points()).toMatchObject([
      { attributes: { 'gen_ai.tool.name': '_OTHER' }, value: { count: 5 } },
    ])
  })
})

describe('parents', () => {
  test('a call belongs to the span that is active around it', async () => {
    const { call, spans, provider } = await openOtelBench({}, echo)
    const turn = provider.getTracer('agent').startSpan('invoke_agent')
    await context.with(trace.setSpan(context.active(), turn), () => call())
    expect(parentIdOf(only(spans))).toBe(turn.spanContext().spanId)
  })

  test('policies and the body run in its context', async () => {
    const active: (string | undefined)[] = []
    const note = (): void => void active.push(trace.getActiveSpan()?.spanContext().spanId)
    const body = async (): Promise<null> => {
      await Promise.resolve()
      note()
      return null
    }
    const { ctx, call, spans } = await openOtelBench({}, { name: 'echo', execute: body })
    ctx.on('tools/pre-execute', (_exec, next) => (note(), next()))
    ctx.on('tools/execute', (_exec, next) => (note(), next()))
    ctx.on('tools/post-execute', (_exec, _result, next) => (note(), next()))
    await call()
    const { spanId } = only(spans).spanContext()
    expect(active).toEqual([spanId, spanId, spanId, spanId])
    expect(trace.getActiveSpan()).toBeUndefined()
  })

  for (const [what, lose] of [
    ['by its context', (run: () => Promise<unknown>) => run()],
    [
      'by its token, where the context is lost',
      (run: () => Promise<unknown>) => context.with(ROOT_CONTEXT, run),
    ],
  ] as const) {
    test(`a nested call belongs to the one around it, ${what}`, async () => {
      const { tools, call, spans } = await openOtelBench({}, echo)
      tools.register({
        name: 'outer',
        description: 'Calls.',
        parameters: { type: 'object' },
        output: { schema: {}, render: () => [text('done')] },
        execute: async (_args, { token, rootCallId, signal }: ToolRunContext) => {
          const inner = (callId: string) =>
            tools.execute({ callId, name: 'echo', arguments: {}, rootCallId, parent: token, signal })
          await lose(() => Promise.all([inner('n1'), inner('n2')]))
          return null
        },
      })
      succeeded(await call('outer', {}, { callId: 'root' }))
      const outer = spans.find(({ name }) => name === 'execute_tool outer')
      const nested = spans.filter(({ name }) => name === 'execute_tool echo')
      expect(nested.map(parentIdOf)).toEqual([outer?.spanContext().spanId, outer?.spanContext().spanId])
      expect(nested.map(({ attributes }) => attributes['millrace.tool.call.root_id'])).toEqual([
        'root',
        'root',
      ])
    })
  }

  test('a span of the body stands between, where the context is kept', async () => {
    const { tools, call, spans, provider } = await openOtelBench({}, echo)
    tools.register({
      name: 'outer',
      description: 'Calls.',
      parameters: { type: 'object' },
      output: { schema: {}, render: () => [text('done')] },
      execute: async (_args, { token, signal }: ToolRunContext) => {
        const step = provider.getTracer('body').startSpan('step')
        const input = { callId: 'n', name: 'echo', arguments: {}, parent: token, signal }
        await context.with(trace.setSpan(context.active(), step), () => tools.execute(input))
        step.end()
        return null
      },
    })
    await call('outer')
    const [inner, step, outer] = spans
    expect(parentIdOf(inner)).toBe(step?.spanContext().spanId)
    expect(parentIdOf(step)).toBe(outer?.spanContext().spanId)
  })
})

describe('arguments and results', () => {
  test('are recorded when asked for, cut and without the secrets of the tool', async () => {
    const config = { recordArguments: true, recordResults: true, mostRecorded: 40 }
    const { call, spans } = await openOtelBench(config, { name: 'login', secrets: ['/password'] })
    await call('login', { password: 'hunter22', note: '😀'.repeat(100) })
    const { attributes } = only(spans)
    expect(attributes['gen_ai.tool.call.arguments']).toMatch(
      /^\{"password":"\[redacted\]","note":".*… \(\d+ more\)$/,
    )
    expect(String(attributes['gen_ai.tool.call.arguments']).isWellFormed()).toBe(true)
    expect(String(attributes['gen_ai.tool.call.result']).length).toBeLessThan(60)
  })

  verifies(['security:D5'], 'hold no configured secret, wherever it may stand', async () => {
    const config = { recordArguments: true, recordResults: true, mostRecorded: 100_000 }
    const failing = {
      name: 'failing',
      execute: async (args: unknown) => {
        throw new Error(`no: ${JSON.stringify(args)}`)
      },
    }
    const { ctx, call, spans } = await openOtelBench(config, echo, failing)
    ctx.on('tools/pre-execute', async (exec: ToolExecution, next) =>
      exec.name === 'echo' ? next() : { ...(await next()), rule: JSON.stringify(exec.arguments) },
    )
    await ctx.plugin(redaction, { values: canaries })
    for (const { spelling } of spelled) {
      await call('echo', { spelling })
      await call('failing', { spelling })
      await call(spelling)
    }
    expect(spans).toHaveLength(spelled.length * 3)
    const told = spans.map(({ name, attributes, events, status }) => [name, attributes, events, status])
    expect(leaksOf(told)).toEqual([])
    expect(JSON.stringify(told)).toContain('[redacted]')
  })
})

describe('the histogram', () => {
  test('has seconds by tool and kind of error, the very length of the span', async () => {
    const { call, spans, points } = await openOtelBench({}, echo, {
      name: 'failing',
      execute: () => Promise.reject(new HarnessError('NO_SPACE', 'full')),
    })
    await call()
    await call()
    await call('failing')
    const found = await points()
    expect(found.map(({ attributes, value }) => [attributes, value.count])).toEqual([
      [
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'echo',
          'gen_ai.tool.type': 'function',
        },
        2,
      ],
      [
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'failing',
          'gen_ai.tool.type': 'function',
          'error.type': 'NO_SPACE',
        },
        1,
      ],
    ])
    const failing = spans.find(({ name }) => name.endsWith('failing'))
    const [seconds = 0, nanos = 0] = failing?.duration ?? []
    expect(found[1]?.value.sum).toBeCloseTo(seconds + nanos / 1e9, 3)
  })
})

describe('the policy', () => {
  test('ends the spans of calls that still run when it leaves', async () => {
    const door = gate()
    const started = gate()
    const body = async (): Promise<null> => {
      started.open()
      await door.opened
      return null
    }
    const { call, spans, unload } = await openOtelBench({}, { name: 'slow', execute: body })
    const calling = call('slow')
    await started.opened
    await unload()
    expect(only(spans).name).toBe('execute_tool slow')
    door.open()
    succeeded(await calling)
    expect(spans).toHaveLength(1)
  })

  verifies(['fault:B064'], 'fails no call, whatever becomes of the telemetry, and says so once', async () => {
    const broken = (): never => {
      throw new Error('the exporter is on fire')
    }
    const tracerProvider = { getTracer: () => ({ startSpan: broken, startActiveSpan: broken }) }
    const { call, logs } = await openOtelBench({ tracerProvider }, echo)
    succeeded(await call())
    succeeded(await call())
    expect(logs.filter((line) => line.includes('telemetry failed'))).toHaveLength(1)
  })

  test('says what is missing where the API is not installed', async () => {
    const absent = (): never => {
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    }
    await expect(loadApi(async () => absent())).rejects.toMatchObject({
      code: 'TELEMETRY_API_MISSING',
      message: expect.stringContaining('npm install @opentelemetry/api') as string,
    })
    await expect(loadApi(() => Promise.reject(new SyntaxError('bad module')))).rejects.toThrow('bad module')
  })

  test('does without an SDK: calls go on, and nobody hears of them', async () => {
    const { call } = await openOtelBench({}, echo)
    expect(failed(await call('missing')).error.info?.code).toBe('UNKNOWN_TOOL')
  })
})
