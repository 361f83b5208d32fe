import { createScope } from '@millrace/scope'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { text, type ContentBlock } from '@millrace/protocol'
import type { CodeDispatchLog } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { scriptedRuntime } from './support/scripted-runtime.ts'
import { codeBench, gate, settled, shownOf, tool } from './support/setup.ts'

const echoing = (times = 1) =>
  scriptedRuntime(({ reply }) => Promise.all(Array.from({ length: times }, (_, n) => reply('echo', { n }))))

describe('events', () => {
  verifies(
    ['contract:B6'],
    'tell each call that starts, also one that is denied, and its end exactly once',
    async () => {
      const { ctx, tools, run, events } = await codeBench({
        runtime: scriptedRuntime(({ reply }) =>
          Promise.all([reply('echo', { n: 1 }), reply('no'), reply('fails')]),
        ),
      })
      tools.register(tool())
      tools.register(tool({ name: 'no' }))
      tools.register(tool({ name: 'fails', execute: async () => { throw new Error('broken') } })) // oxfmt-ignore
      ctx.on('tools/pre-execute', async (exec, next) =>
        exec.name === 'no' ? { kind: 'deny', reason: 'not today' } : next(),
      )
      const result = await run('x', { callId: 'outer', rootCallId: 'root' })
      expect(result.value).toMatchObject({
        result: [
          { ok: true },
          { ok: false, message: 'not today', code: 'DENIED' },
          { ok: false, message: 'broken' },
        ],
      })
      const family = { rootCallId: 'root', parentCallId: 'outer' }
      const starts = events.of('tool/code-dispatch-start')
      expect(starts).toEqual([
        { ...family, subCallId: 'outer:code:1', name: 'echo', arguments: { n: 1 } },
        { ...family, subCallId: 'outer:code:2', name: 'no', arguments: {} },
        { ...family, subCallId: 'outer:code:3', name: 'fails', arguments: {} },
      ])
      const ends = events.of('tool/code-dispatch').toSorted((a, b) => (a.subCallId < b.subCallId ? -1 : 1))
      expect(ends).toEqual([
        { ...starts[0], isError: false, content: [text('{"n":1}')] },
        { ...starts[1], isError: true, content: [text('Error: not today')] },
        { ...starts[2], isError: true, content: [text('Error: broken')] },
      ])
      const order = events.all.flatMap(({ type, data }) =>
        type === 'tool/trace'
          ? [`trace ${data.callId} ${data.status}`]
          : type === 'tool/code-dispatch'
            ? [`end ${data.subCallId}`]
            : [],
      )
      for (const [at, entry] of order.entries()) {
        if (entry.startsWith('end')) expect(order[at - 1]).toContain(`trace ${entry.slice(4)} `)
      }
      expect(order).toContain('trace outer:code:2 denied')
    },
  )

  verifies(['contract:B6'], 'are not for callers without a session', async () => {
    const { tools, run } = await codeBench({ runtime: echoing() })
    tools.register(tool())
    const { tools: _, ...nobody } = { tools, signal: new AbortController().signal }
    const args = { code: 'x', description: 'd' }
    const result = await tools.execute({ callId: 'c', name: 'run_code', arguments: args, ...nobody })
    expect(result.error?.info?.code).toBeUndefined()
    expect(result.value).toMatchObject({ result: [{ ok: true }] })
    expect((await run('x', { agent: { id: 'no session' } as object })).isError).toBe(false)
  })

  test('tell what a card needs, and what the program says while it runs', async () => {
    const progress: unknown[] = []
    const { ctx, tools, run, events } = await codeBench({
      runtime: scriptedRuntime(async ({ call, log }) => {
        log('one\ntwo')
        await call('echo')
        log('three')
      }),
    })
    const output = { ...tool().output, presentationMeta: () => ({ card: 'facts' }) }
    tools.register(tool({ output }))
    ctx.on('tools/progress', (exec, news) => void (exec.callId === 'outer' && progress.push(news.text)))
    const result = await run('x', { callId: 'outer' })
    expect(events.of('tool/code-dispatch')[0]?.meta).toEqual({ card: 'facts' })
    expect(events.of('tool/code-console')).toEqual([
      { callId: 'outer', text: 'one\ntwo' },
      { callId: 'outer', text: 'three' },
    ])
    expect(progress).toEqual(['one\ntwo', 'one\ntwo\nthree'])
    expect(result.value).toEqual({ logs: ['one\ntwo', 'three'] })
  })

  test('tell what a program says in floods together, in its place among the calls', async () => {
    const limits = { consoleBytes: 16_384 }
    const { tools, run, events } = await codeBench({ runtime: inlineRuntime(), limits })
    tools.register(tool())
    const result = await run(`
      for (let n = 0; n < 1_000; n++) console.log(n)
      await tools.echo({})
      for (let n = 0; n < 25_000; n++) console.log('')
      return 'said'`)
    const said = events.of('tool/code-console').map(({ text: entry }) => entry)
    expect(said.length).toBeLessThan(100)
    const { logs } = result.value as unknown as { readonly logs: readonly string[] }
    expect(said.join('\n')).toBe(logs.join('\n'))
    const call = events.all.findIndex(({ type }) => type === 'tool/code-dispatch-start')
    const before = events.all
      .slice(0, call)
      .flatMap(({ type, data }) => (type === 'tool/code-console' ? [data.text] : []))
    expect(before.join('\n').split('\n')).toEqual(Array.from({ length: 1_000 }, (_, n) => String(n)))
  })
})

describe('listeners of tools/code-dispatch-log', () => {
  verifies(['contract:B6'], 'shape the logged copy alone', async () => {
    const subjects: CodeDispatchLog[] = []
    const { ctx, tools, run, events, agent } = await codeBench({ runtime: echoing() })
    tools.register(tool())
    const strangers = createScope(ctx, {}).ctx
    strangers.on('tools/code-dispatch-log', async () => [text('of a stranger')])
    createScope(ctx, agent).ctx.on('tools/code-dispatch-log', async (dispatch, next) => {
      subjects.push(dispatch)
      return [...(await next()), text('shaped')]
    })
    const result = await run('x', { callId: 'outer' })
    expect(events.of('tool/code-dispatch')[0]?.content).toEqual([text('{"n":0}'), text('shaped')])
    expect(result.value).toMatchObject({ result: [{ ok: true, value: '{"n":0}' }] })
    expect(shownOf(result)).not.toContain('shaped')
    expect(subjects).toMatchObject([
      {
        exec: { callId: 'outer', name: 'run_code' },
        agent,
        subCallId: 'outer:code:1',
        name: 'echo',
        isError: false,
      },
    ])
  })

  const wrong: [string, () => Promise<ContentBlock[]>][] = [
    ['throws', async () => { throw new Error('broken') }], // oxfmt-ignore
    ['answers nothing', async () => undefined as never],
    ['answers no content', async () => [{ text: 'x' }] as never],
    ['answers a function', async () => [{ type: 'text', text: 'x', f() {} }] as never],
  ]
  for (const [what, listener] of wrong) {
    verifies(['contract:B6'], `change nothing where one ${what}`, async () => {
      const { ctx, tools, run, events, logs } = await codeBench({ runtime: echoing() })
      tools.register(tool())
      ctx.on('tools/code-dispatch-log', listener)
      expect((await run('x')).isError).toBe(false)
      expect(events.of('tool/code-dispatch')).toMatchObject([{ isError: false, content: [text('{"n":0}')] }])
      expect(JSON.stringify(logs.map(({ args }) => args.map(String)))).toContain('is logged as it is')
    })
  }

  verifies(
    ['contract:B6'],
    'never delay a value, but stop the lane where too many are at it, and are waited for',
    async () => {
      const values: number[] = []
      const hold = gate()
      const { ctx, tools, run, events } = await codeBench({
        maxParallelSubCalls: 2,
        runtime: scriptedRuntime(async ({ call }) => {
          for (let n = 0; n < 6; n++) values.push(((await call('echo', { n })) as { n: number }).n)
        }),
      })
      tools.register(tool())
      ctx.on('tools/code-dispatch-log', async (_dispatch, next) => {
        await hold.passed
        return next()
      })
      let isOver = false
      const outcome = run('x').finally(() => (isOver = true))
      await settled(20)
      // Two may wait to be logged; the third holds the lane, and its value has come all the same.
      expect(values).toEqual([0, 1, 2])
      expect([events.of('tool/code-dispatch'), isOver]).toEqual([[], false])
      hold.open()
      await outcome
      expect([values, events.of('tool/code-dispatch').length]).toEqual([[0, 1, 2, 3, 4, 5], 6])
    },
  )
})

describe('a log that fails', () => {
  verifies(['contract:B6'], 'at a start fails that call before its body, and never hangs', async () => {
    let ran = 0
    const { tools, run, events } = await codeBench({ runtime: echoing(3) })
    tools.register(tool({ execute: async () => (ran += 1) }))
    events.failing.add('tool/code-dispatch-start')
    const result = await run('x')
    expect(ran).toBe(0)
    const replies = (result.value as { result: { ok: boolean; code: string; message: string }[] }).result
    for (const reply of replies) expect(reply).toMatchObject({ ok: false, code: 'CODE_NOT_LOGGED' })
    expect(replies[0]?.message).toContain('the log refuses tool/code-dispatch-start')
    expect(events.of('tool/code-dispatch')).toEqual([])
  })

  verifies(
    ['contract:B6'],
    'at an end fails that call, and leaves its start with an end where it can',
    async () => {
      const { tools, run, events } = await codeBench({ runtime: echoing(2) })
      tools.register(tool())
      const append = events.append.bind(events)
      let refusals = 1
      Object.assign(events, {
        append: (type: never, data: never) => {
          if (type === 'tool/code-dispatch' && refusals-- > 0) throw new Error('too long')
          append(type, data)
        },
      })
      const result = await run('x')
      expect(result.value).toMatchObject({ result: [{ ok: false, code: 'CODE_NOT_LOGGED' }, { ok: true }] })
      expect(events.of('tool/code-dispatch')).toMatchObject([
        { isError: true, error: { code: 'CODE_NOT_LOGGED' }, arguments: { n: 0 } },
        { isError: false, arguments: { n: 1 } },
      ])
      events.failing.add('tool/code-dispatch')
      expect((await run('x')).value).toMatchObject({ result: [{ ok: false }, { ok: false }] })
    },
  )

  verifies(['contract:B6'], 'after the value was given is said behind the result', async () => {
    const { ctx, tools, run, events } = await codeBench({ runtime: echoing() })
    tools.register(tool())
    ctx.on('tools/code-dispatch-log', (_dispatch, next) => next())
    events.failing.add('tool/code-dispatch')
    const result = await run('x')
    expect(result.value).toMatchObject({ result: [{ ok: true }] })
    expect(shownOf(result)).toContain('call #1 of "echo" ended, and its result could not be logged')
  })

  test('for the console concerns nobody else', async () => {
    const { run, events, logs } = await codeBench({
      runtime: scriptedRuntime(async ({ log }) => (log('a'), log('b'), 1)),
    })
    events.failing.add('tool/code-console')
    expect((await run('x')).value).toEqual({ logs: ['a', 'b'], result: 1 })
    expect(logs).toHaveLength(1)
  })
})
