import { manualClock, type Timers } from '@millrace/host'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { scriptedRuntime, type ScriptedGuest } from './support/scripted-runtime.ts'
import { codeBench, gate, settled, shownOf, tool } from './support/setup.ts'

/** A body that ends when it is told to, or when its signal says so. */
const obedient = (name: string, ended: (how: string) => void = () => undefined) =>
  tool({
    name,
    execute: (_args, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended(name)
          reject(signal.reason)
        })
      }),
  })

describe('after the end of a run', () => {
  verifies(['contract:B8'], 'a new call is not dispatched', async () => {
    let guest: ScriptedGuest | undefined
    const { tools, run, events } = await codeBench({
      runtime: scriptedRuntime(async (given) => ((guest = given), 1)),
    })
    tools.register(tool())
    await run('x')
    expect(await guest?.reply('echo')).toMatchObject({
      ok: false,
      message: 'run_code run is over (run_code settled); echo not dispatched',
    })
    expect(events.all).toEqual([])
  })

  verifies(
    ['contract:B8'],
    'what waits is abandoned without events, and what runs is drained and logged',
    async () => {
      const replies: unknown[] = []
      const stubborn = gate()
      const outer = new AbortController()
      const { tools, run, events } = await codeBench({
        maxParallelSubCalls: 2,
        runtime: scriptedRuntime(async ({ reply }) => {
          for (const name of ['obeys', 'stubborn', 'waits', 'waits'])
            void reply(name).then((said) => replies.push(said))
          await new Promise(() => undefined)
        }),
      })
      tools.register(obedient('obeys'))
      tools.register(
        tool({ name: 'stubborn', execute: async () => (await stubborn.passed, 'done all the same') }),
      )
      tools.register(tool({ name: 'waits' }))
      let isOver = false
      const outcome = run('x', { signal: outer.signal }).finally(() => (isOver = true))
      await settled()
      outer.abort(new Error('that is enough'))
      await settled()
      expect(replies).toHaveLength(3)
      expect(replies.slice(0, 2)).toEqual(
        Array.from({ length: 2 }, () => ({
          ok: false,
          message: 'run_code run is over (that is enough); waits tool call abandoned',
          code: 'CODE_RUN_OVER',
        })),
      )
      expect(isOver).toBe(false)
      stubborn.open(undefined)
      const result = await outcome
      expect(shownOf(result)).toMatch(/^Error: code run failed \(cancelled\)/)
      expect(events.of('tool/code-dispatch-start').map(({ name }) => name)).toEqual(['obeys', 'stubborn'])
      const ends = events.of('tool/code-dispatch')
      expect(ends.map(({ name, isError }) => [name, isError])).toEqual([
        ['obeys', true],
        ['stubborn', true],
      ])
      expect(ends[1]).toMatchObject({ error: { name: 'AbortError', code: 'ABORTED' } })
    },
  )

  verifies(['contract:B8'], 'a runtime that rejects is drained, too', async () => {
    const ended: string[] = []
    const died = gate<never>()
    const { tools, run, events } = await codeBench({
      runtime: scriptedRuntime(async () => 1, {
        run: ({ call, bindings }) => {
          void call({ id: 1, binding: bindings.indexOf('obeys'), arguments: '{}' })
          return { outcome: died.passed, capture: async () => undefined }
        },
      }),
    })
    tools.register(obedient('obeys', (name) => ended.push(name)))
    const outcome = run('x')
    await settled()
    died.fail(new Error('the thread is gone'))
    expect((await outcome).error?.message).toContain('the thread is gone')
    expect([ended, events.of('tool/code-dispatch').length]).toEqual([['obeys'], 1])
  })

  test('an end of Code Mode ends its runs first', async () => {
    const { ctx, tools, run } = await codeBench({ runtime: scriptedRuntime(({ call }) => call('obeys')) })
    tools.register(obedient('obeys'))
    const outcome = run('x')
    await settled()
    await ctx.fiber.dispose()
    expect((await outcome).isError).toBe(true)
  })
})

/** Timers that stand still until the test lets time pass. */
function manualTime() {
  const clock = manualClock()
  const sleepers = new Set<{ at: number; wake: () => void }>()
  const timers: Timers = {
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: clock.monotonic() + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason)
        })
      }),
  }
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms)
    for (const sleeper of sleepers) {
      if (sleeper.at > clock.monotonic()) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    await settled()
  }
  return { clock, timers, pass }
}

describe('the time of a program', () => {
  verifies(['fault:B145', 'contract:B10'], 'ends it and its calls, whatever it waits for', async () => {
    const { clock, timers, pass } = manualTime()
    const ended: string[] = []
    const { tools, run } = await codeBench({
      clock,
      timers,
      limits: { wallMs: 1_000 },
      runtime: scriptedRuntime(({ call }) => call('obeys')),
    })
    tools.register(obedient('obeys', (name) => ended.push(name)))
    const outcome = run('x')
    await settled()
    await pass(999)
    expect(ended).toEqual([])
    await pass(1)
    const { error } = await outcome
    expect(error?.message).toMatch(/^code run failed \(timeout_wall\): it took longer than 1000 ms/)
    expect(ended).toEqual(['obeys'])
  })

  test('stands still while somebody is asked about one of its calls, and no other', async () => {
    const { clock, timers, pass } = manualTime()
    const { ctx, tools, run } = await codeBench({
      clock,
      timers,
      limits: { wallMs: 1_000 },
      runtime: scriptedRuntime(({ call }) => call('obeys')),
    })
    tools.register(obedient('obeys'))
    const question = (callId: string, requestId: string) => ({
      requestId,
      callId,
      toolName: 'x',
      argumentsHash: '',
    })
    const outcome = run('x', { callId: 'outer' })
    let isOver = false
    void outcome.finally(() => (isOver = true))
    await settled()
    await pass(400)
    ctx.emit('approval/asked', question('outer:code:1', 'q1'))
    ctx.emit('approval/asked', question('outer:code:2', 'q2'))
    ctx.emit('approval/asked', question('other:code:1', 'q3'))
    await pass(60_000)
    const decided = { outcome: 'allowed-once', by: 'me' } as const
    ctx.emit('approval/decided', { ...question('outer:code:1', 'q1'), ...decided })
    await pass(60_000)
    ctx.emit('approval/decided', { ...question('outer:code:2', 'q2'), ...decided })
    await pass(599)
    expect(isOver).toBe(false)
    await pass(1)
    expect((await outcome).error?.message).toContain('timeout_wall')
  })
})

describe('a failed program', () => {
  verifies(['contract:B10'], 'is told with its kind, its place, its calls and what it printed', async () => {
    const { tools, run } = await codeBench({ runtime: inlineRuntime() })
    tools.register(tool())
    const { error } = await run(
      'await tools.echo({})\nconsole.log("so far")\nthrow new RangeError("too far")',
    )
    expect(error?.info).toEqual({ name: 'CodeRunFailedError', code: 'CODE_RUN_FAILED' })
    expect(error?.message).toMatch(/^code run failed \(exception\): .*too far/)
    expect(error?.message).toContain('program.ts:3:')
    expect(error?.message).toContain('#1 echo ok')
    expect(error?.message).toMatch(/\nCaptured output:\nso far$/)
  })

  verifies(['fault:B145'], 'ends by the budget that it used up', async () => {
    const kindsOf = async (cpuMs: number, ...programs: string[]): Promise<string[]> => {
      const limits = { cpuMs, wallMs: 60_000, memoryBytes: 8 * 1024 * 1024 }
      const { tools, run } = await codeBench({ runtime: inlineRuntime(), limits })
      tools.register(obedient('decoy'))
      const kinds: string[] = []
      for (const code of programs) {
        const { error } = await run(code)
        kinds.push(/\((\w+)\)/.exec(error?.message ?? '')?.[1] ?? '')
      }
      return kinds
    }
    expect(await kindsOf(150, 'for (;;) {}', 'tools.decoy({}); for (;;) {}')).toEqual([
      'timeout_cpu',
      'timeout_cpu',
    ])
    // What computes is given the time to come to its own end on a machine that does much else.
    const others = [
      'await new Promise(() => {})',
      'const all = []; for (;;) all.push(new Array(10_000).fill(all.length))',
      'const f = () => f(); f()',
    ]
    expect(await kindsOf(20_000, ...others)).toEqual(['timeout_wall', 'memory', 'exception'])
  })
})
