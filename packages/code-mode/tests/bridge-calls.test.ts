import { createScope } from '@millrace/scope'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import type { ToolExecution, ToolRunContext } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { scriptedRuntime } from './support/scripted-runtime.ts'
import { codeBench, settled, shownOf, tool } from './support/setup.ts'

const exact = [
  'a-b',
  'a_b',
  'then',
  'constructor',
  '__proto__',
  'delete',
  'class',
  'await',
  '1x',
  'toString',
  'catch',
]

describe('the tools of a program', () => {
  verifies(
    ['contract:B3', 'fault:B139'],
    'are all those that the agent sees, by their exact names',
    async () => {
      const { tools, run } = await codeBench({ runtime: inlineRuntime() })
      for (const name of exact) tools.register(tool({ name, execute: async () => `this is ${name}` }))
      const result = await run(`
      const out = {}
      for (const name of ${JSON.stringify(exact)}) Object.defineProperty(out, name, { value: await tools[name]({}), enumerable: true })
      return [out, Object.keys(tools).includes('run_code'), typeof tools.then, Object.keys(tools).length]`)
      const [said, hasItself, , count] = (
        result.value as { result: [Record<string, string>, boolean, string, number] }
      ).result
      expect(Object.entries(said)).toEqual(exact.map((name) => [name, `this is ${name}`]))
      expect([hasItself, count >= exact.length]).toEqual([false, true])
    },
  )

  verifies(['fault:B139'], 'can be awaited, returned and printed without a call', async () => {
    let calls = 0
    const { tools, run } = await codeBench({ runtime: inlineRuntime() })
    for (const name of ['then', 'toJSON', 'valueOf'])
      tools.register(tool({ name, execute: async () => (calls += 1) }))
    for (const code of [
      'await tools; return 1',
      'return tools',
      'console.log(tools); return 1',
      'return `${JSON.stringify(tools)}`',
    ]) {
      const result = await run(code)
      expect([code, result.isError, result.error?.message]).toEqual([code, false, undefined])
    }
    expect(calls).toBe(0)
  })

  verifies(['contract:B3'], 'are those of the scope, and nothing of what it hides can be found', async () => {
    const { ctx, tools, agent, run } = await codeBench({ runtime: inlineRuntime() })
    tools.register(tool({ name: 'open_issue' }))
    tools.register(tool({ name: 'secret_issue' }))
    const { ctx: scoped } = createScope(ctx, agent)
    scoped.tools.restrict({ deny: ['secret_issue'] })
    scoped.tools.register(tool({ name: 'own_issue' }))
    const found = await run('return (await tools.$search("issue")).tools.map(t => t.name).sort()')
    expect(found.value).toMatchObject({ result: ['open_issue', 'own_issue'] })
    const { error } = await run('await tools.secret_issue({})')
    expect(error?.message).toContain('there is no tool "secret_issue"')
    expect((await run('return await tools.own_issue({ a: 1 })')).value).toMatchObject({ result: { a: 1 } })
  })
})

describe('a call of a program', () => {
  verifies(
    ['contract:B4'],
    'is one of the enclosing call, with its agent, its root and a number of its own',
    async () => {
      const seen: ToolExecution[] = []
      const { ctx, tools, agent, run } = await codeBench({
        runtime: scriptedRuntime(async ({ call }) => [
          await call('echo', { n: 1 }),
          await call('echo', { n: 2 }),
        ]),
      })
      tools.register(tool())
      let outer: ToolExecution | undefined
      ctx.on('tools/pre-execute', async (exec, next) => {
        if (exec.name === 'run_code') outer = exec
        else seen.push(exec)
        return next()
      })
      await run('x', { callId: 'outer', rootCallId: 'root' })
      expect(seen.map(({ callId }) => callId)).toEqual(['outer:code:1', 'outer:code:2'])
      for (const exec of seen) expect(exec).toMatchObject({ rootCallId: 'root', agent, parent: outer?.token })
      expect(new Set([...seen, outer].map((exec) => exec?.token)).size).toBe(3)
    },
  )

  verifies(['contract:B4'], 'has arguments that nobody shares with the log', async () => {
    const ran: unknown[] = []
    const { tools, run, events } = await codeBench({
      runtime: scriptedRuntime(({ call }) => call('echo', { list: [1] })),
    })
    tools.register(tool({ execute: async (args) => (ran.push(args), null) }))
    await run('x')
    const [start] = events.of('tool/code-dispatch-start')
    expect([start?.arguments, ran[0]]).toEqual([{ list: [1] }, { list: [1] }])
    expect(start?.arguments).not.toBe(ran[0])
    expect(Object.isFrozen(ran[0])).toBe(true)
  })

  verifies(['contract:B4'], 'with arguments that are not lossless rejects, and takes no number', async () => {
    const { tools, run, events } = await codeBench({ runtime: inlineRuntime() })
    tools.register(tool())
    const result = await run(`
      const said = []
      for (const bad of [undefined, { a: undefined }, { n: NaN }, { d: new Date() }, { f() {} }, 10n])
        await tools.echo(bad).catch(error => said.push(error.message))
      return [said, await tools.echo({ good: true })]`)
    const [said] = (result.value as { result: [string[]] }).result
    expect(said).toHaveLength(6)
    for (const message of said) expect(message).toMatch(/^tool arguments must be lossless JSON/)
    expect(said[0]).toContain('pass an object')
    expect(events.of('tool/code-dispatch-start').map(({ subCallId }) => subCallId.split(':').at(-1))).toEqual(
      ['1'],
    )
  })

  test('keeps what the tool calls secret out of the log', async () => {
    const { tools, run, events } = await codeBench({
      runtime: scriptedRuntime(({ call }) => call('echo', { token: 'hunter2', a: 1 })),
    })
    tools.register(tool({ secrets: ['/token'], execute: async () => null }))
    await run('x')
    expect(JSON.stringify(events.all)).not.toContain('hunter2')
    expect(events.of('tool/code-dispatch')[0]?.arguments).toEqual({ token: '[redacted]', a: 1 })
  })

  verifies(['contract:B7'], 'gives the canonical value, or rejects with the bare message', async () => {
    const { tools, run } = await codeBench({ runtime: inlineRuntime() })
    tools.register(tool())
    tools.register(tool({ name: 'fails', execute: async () => { throw new Error('it is closed') } })) // oxfmt-ignore
    const result = await run(`
      const value = await tools.echo({ deep: [{ n: 1 }] })
      try { await tools.fails({}) } catch (error) {
        return [value, error.message, error.name, error.toolName, error instanceof ToolCallError]
      }`)
    expect(result.value).toMatchObject({
      result: [{ deep: [{ n: 1 }] }, 'it is closed', 'ToolCallError', 'fails', true],
    })
  })

  verifies(
    ['contract:B3'],
    'ends with the run at the latest, whose signal follows the outer one',
    async () => {
      let inner: ToolRunContext | undefined
      const { tools, run } = await codeBench({ runtime: scriptedRuntime(({ call }) => call('echo')) })
      tools.register(tool({ execute: async (_args, exec) => ((inner = exec), null) }))
      await run('x')
      expect([inner?.signal.aborted, inner?.signal.reason]).toEqual([true, 'run_code settled'])
      const outer = new AbortController()
      const waiting = tool({
        name: 'wait',
        execute: (_args, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      })
      const second = await codeBench({ runtime: scriptedRuntime(({ call }) => call('wait')) })
      second.tools.register({
        ...waiting,
        execute: (args, exec) => ((inner = exec), waiting.execute(args, exec)),
      })
      const outcome = second.run('x', { signal: outer.signal })
      await settled()
      const reason = new Error('enough')
      outer.abort(reason)
      const { error } = await outcome
      expect(inner?.signal.reason).toBe(reason)
      expect(error?.message).toMatch(/^code run failed \(cancelled\): /)
    },
  )
})

describe('limits', () => {
  const echoing = (code: string, limits: object) => async () => {
    const bench = await codeBench({ runtime: inlineRuntime(), limits })
    bench.tools.register(tool())
    return { ...bench, result: await bench.run(code) }
  }

  verifies(
    ['fault:B145'],
    'of calls reject the call, which can be caught, and name the kind where it is not',
    async () => {
      const caught = await echoing(
        'let n = 0; for (let i = 0; i < 9; i++) await tools.echo({ i }).then(() => n++, () => {}); return n',
        { calls: 5 },
      )()
      expect(caught.result.value).toMatchObject({ result: 5 })
      const { result } = await echoing('for (let i = 0; i < 9; i++) await tools.echo({ i })', { calls: 5 })()
      expect(result.error?.message).toMatch(/^code run failed \(call_limit\): .*at most 5 calls/)
    },
  )

  verifies(['fault:B145'], 'of 5,000 calls at a time hold, and the rest of the program goes on', async () => {
    const code = `
      const all = await Promise.allSettled(Array.from({ length: 5000 }, (_, i) => tools.echo({ i })))
      const codes = new Set(all.flatMap(each => each.reason?.code ?? []))
      return [all.filter(each => each.status === 'fulfilled').length, [...codes].sort()]`
    const { result, events } = await echoing(code, {
      pending: 20,
      calls: 1_000,
      cpuMs: 60_000,
      wallMs: 120_000,
    })()
    expect(result.error?.message).toBeUndefined()
    expect(result.value).toMatchObject({ result: [20, ['CODE_CALL_LIMIT', 'CODE_PENDING_LIMIT']] })
    expect(events.of('tool/code-dispatch')).toHaveLength(20)
    const { result: uncaught } = await echoing('await Promise.all([1, 2, 3].map(i => tools.echo({ i })))', {
      pending: 2,
    })()
    expect(uncaught.error?.message).toMatch(/^code run failed \(pending_limit\): /)
  })

  verifies(['contract:B0'], 'of a value fail the call, and nothing is cut', async () => {
    const code = `
      const fits = await tools.text({ n: 998 })
      try { await tools.text({ n: 999 }) } catch (error) { return [fits.length, error.code, error.message] }`
    const bench = await codeBench({ runtime: inlineRuntime(), limits: { valueBytes: 1_000 } })
    bench.tools.register(
      tool({ name: 'text', execute: async (args) => 'x'.repeat((args as { n: number }).n) }),
    )
    const result = await bench.run(code)
    const [length, errorCode, message] = (result.value as { result: [number, string, string] }).result
    expect([length, errorCode]).toEqual([998, 'CODE_VALUE_LIMIT'])
    expect(message).toContain('has 1001 bytes as JSON, and a program gets at most 1000 in one')
    const [, second] = bench.events.of('tool/code-dispatch')
    expect(second).toMatchObject({ isError: true, error: { code: 'CODE_VALUE_LIMIT' } })
  })

  test('of a run are told to the model by what reached them', async () => {
    const { result } = await echoing('await tools.echo({}); while (true) {}', { cpuMs: 1_000 })()
    expect(shownOf(result)).toMatch(/code run failed \(timeout_cpu\)[^]*#1 echo ok/)
  })
})
