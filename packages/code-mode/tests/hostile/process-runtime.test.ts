import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openProcesses, type Processes } from '@millrace/host'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { CodeRuntime, GuestReply, MachineOutcome, MachineRequest, MachineRun } from '../../src/index.ts'
import { processRuntime } from '../../src/runtimes.ts'
import { runHostile, tight } from '../support/hostile-run.ts'
import { forSuite, openProcess } from '../support/hostile-runtimes.ts'

const patient = { limits: { ...tight, cpuMs: 10_000 }, wallMs: 60_000 }

describe('the process runtime', () => {
  const suite = forSuite(openProcess())

  const run = (program: string, given: Partial<MachineRequest> = {}): Promise<MachineOutcome> =>
    suite.runtime.run({
      program,
      bindings: ['echo', 'a-b', 'then'],
      limits: patient.limits,
      signal: new AbortController().signal,
      call: async ({ arguments: value }): Promise<GuestReply> => ({ ok: true, value }),
      ...given,
    }).outcome

  test('says what keeps programs in', () => {
    expect(suite.runtime.language).toBe('typescript')
    expect(['process-sandbox', 'process-permission', 'process']).toContain(suite.runtime.isolation)
    expect(suite.runtime.boundary).toMatch(/process of its own/)
    expect(suite.runtime.build).toBeUndefined()
  })

  test('runs TypeScript, calls tools at the same time, and gives what it returns', async () => {
    const entries: string[] = []
    const program = `enum Level { low = 1 }
const both: { n: number }[] = await Promise.all([tools.echo({ n: 1 }), tools['a-b']({ n: Level.low })])
console.log('both', both)
return { both, when: new Date(0), big: 10n, then: await tools.then({ n: 2 }) }`
    const outcome = await run(program, { onConsole: (entry) => entries.push(entry) })
    expect(outcome).toMatchObject({ ok: true, unawaited: [] })
    expect(JSON.parse((outcome.ok && outcome.value) || '')).toEqual({
      both: [{ n: 1 }, { n: 1 }],
      when: '1970-01-01T00:00:00.000Z',
      big: '10',
      ...JSON.parse('{"then":{"n":2}}'),
    })
    expect(outcome.console.head).toEqual(entries)
  })

  test('tells where an error was thrown, and where a call was made that failed', async () => {
    const thrown = await run(`const a: number = 1\nfunction f() {\n  throw new TypeError('no')\n}\nf()`)
    expect(thrown).toMatchObject({
      ok: false,
      kind: 'exception',
      name: 'TypeError',
      message: 'no',
      at: { line: 3, column: 9 },
    })
    const failed = await run(`await tools.echo({})\n  await tools.echo({ a: 1 })`, {
      call: async ({ id }) =>
        id === 1 ? { ok: true, value: '1' } : { ok: false, message: 'no such', code: 'GONE' },
    })
    expect(failed).toMatchObject({
      ok: false,
      kind: 'tool_error',
      message: 'no such',
      call: 2,
      at: { line: 2 },
    })
  })

  test('keeps text as it is on the way in and out', async () => {
    const value = { text: 'ä \u{1f600} \u0000 "\\ \u2028', lone: '\ud800' }
    const outcome = await run(`return [await tools.echo(${JSON.stringify(value)}), '\ud800\u0001']`)
    expect(JSON.parse((outcome.ok && outcome.value) || '')).toEqual([value, '\ud800\u0001'])
  })

  test('ends a program that waits for nothing, and one whose run is cancelled', async () => {
    expect(await run('await new Promise(() => {})')).toMatchObject({ ok: false, kind: 'timeout_wall' })
    const stop = new AbortController()
    const spinning = run('for (;;);', { signal: stop.signal })
    setTimeout(() => stop.abort(), 50)
    expect(await spinning).toMatchObject({ ok: false, kind: 'cancelled' })
    expect(await run('return 1', { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      kind: 'cancelled',
    })
  })

  test('counts only what a program computes itself', async () => {
    const cpuMs = 2_000
    const began = performance.now()
    const outcome = await run(`await sleep(${cpuMs}); await tools.echo({}); return 1`, {
      limits: { ...tight, cpuMs },
      call: async () => {
        await new Promise((resolve) => setTimeout(resolve, cpuMs))
        return { ok: true, value: '1' }
      },
    })
    expect(outcome).toMatchObject({ ok: true, value: '1' })
    // Timers may be early by a millisecond.
    expect(outcome.usage.cpuMs).toBeLessThan(performance.now() - began - 2 * cpuMs + 10)
  })

  verifies(['security:S1'], 'one run has its process for itself: nothing is left for the next', async () => {
    await run(`globalThis.left = 1; Object.prototype.left = 2; JSON.parse = () => 3`)
    expect(await run(`return [typeof left, JSON.parse('4')]`)).toMatchObject({
      ok: true,
      value: '["undefined",4]',
    })
  })

  test('takes more programs than it runs at a time', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => run(`await sleep(20); return ${n}`)))
    expect(all.map((outcome) => outcome.ok && outcome.value)).toEqual(
      Array.from({ length: 12 }, (_, n) => String(n)),
    )
  })
})

describe('the processes of a runtime', () => {
  function opened(options: { node?: string } = {}): { runtime: CodeRuntime; processes: Processes } {
    const processes = openProcesses()
    const runtime = processRuntime({ processes, ...options })
    onTestFinished(async () => {
      await runtime.close()
      await processes.close()
    })
    return { runtime, processes }
  }

  test.runIf(process.platform === 'linux')(
    'are gone when the runtime is closed, with all that ran',
    async () => {
      const before = childrenOfOurs()
      const { runtime } = opened()
      await runtime.warm()
      const running = [
        runHostile(runtime, 'await tools.never({})', patient),
        runHostile(runtime, 'for (;;);', patient),
      ]
      await new Promise((resolve) => setTimeout(resolve, 300))
      await runtime.close()
      for (const outcome of await Promise.all(running))
        expect(outcome).toMatchObject({ ok: false, kind: 'cancelled' })
      expect(await runHostile(runtime, 'return 1')).toMatchObject({ ok: false, kind: 'cancelled' })
      expect(childrenOfOurs().filter((pid) => !before.includes(pid))).toEqual([])
    },
  )

  test('that do not start are told of', async () => {
    const { runtime } = opened({ node: '/nonexistent/node' })
    await runtime.warm()
    const outcome = await runHostile(runtime, 'return 1')
    expect(outcome).toMatchObject({ ok: false, kind: 'runtime_died' })
    expect(outcome).toHaveProperty('message', expect.stringContaining('could not be started'))
    expect(runtime.isolation).toBe('process')
  })

  test.runIf(process.platform === 'linux')('that are killed by somebody else end their runs', async () => {
    const before = childrenOfOurs()
    const { runtime } = opened()
    // Before its first call it would be given to another process.
    const { outcome } = await new Promise<MachineRun>((resolve) => {
      const run = runtime.run({
        program: 'await tools.never({})',
        bindings: ['never'],
        limits: patient.limits,
        signal: new AbortController().signal,
        call: () => {
          resolve(run)
          return new Promise(() => {})
        },
      })
    })
    for (const pid of childrenOfOurs()) if (!before.includes(pid)) process.kill(pid, 'SIGKILL')
    expect(await outcome).toMatchObject({ ok: false, kind: 'runtime_died' })
    expect(await runHostile(runtime, 'return 1', patient)).toMatchObject({ ok: true, value: '1' })
  })
})

/** Processes that this one started and that live, by their numbers. */
function childrenOfOurs(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid)
    .map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}
