import { afterAll, describe, expect, it, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { GuestCall, GuestReply } from '../contract/runtime.ts'
import { inlineRuntime, workerRuntime } from '../runtimes.ts'
import { outcomeOf, valueOf } from './testing/run-program.ts'

describe.each([
  ['worker', workerRuntime],
  ['inline', inlineRuntime],
] as const)('%s runtime', (_name, make) => {
  const runtime = make()
  afterAll(() => runtime.close())

  verifies(
    ['fault:B141'],
    'the value of a program is exact, and both value and console are kept',
    async () => {
      const given: [string, string | undefined][] = [
        ['return {a: 1}', '{"a":1}'],
        ['return null', 'null'],
        ['return undefined', undefined],
        ['return 0', '0'],
        ['return ""', '""'],
        ['console.log("said"); return [1]', '[1]'],
      ]
      for (const [program, value] of given) {
        const outcome = await outcomeOf(runtime, program)
        expect(outcome).toMatchObject({ ok: true, lossy: [], unawaited: [] })
        expect(outcome.ok && outcome.value).toBe(value)
      }
      const said = await outcomeOf(runtime, 'console.log("said"); return 1')
      expect(said.console.head).toEqual(['said'])
    },
  )

  it('converts what JSON cannot hold, and names each', async () => {
    const outcome = await outcomeOf(
      runtime,
      `const cycle = {}; cycle.self = cycle
       return { big: 1n, date: new Date(0), map: new Map([['k', 1]]), set: new Set([1]), not: NaN, gone: undefined,
         run() {}, list: [undefined], cycle, later: Promise.resolve({ x: Promise.resolve(2) }), json: { toJSON: () => 3 } }`,
    )
    if (!outcome.ok) throw new Error(outcome.message)
    expect(JSON.parse(outcome.value ?? '')).toEqual({
      big: '1',
      date: '1970-01-01T00:00:00.000Z',
      map: { k: 1 },
      set: [1],
      not: null,
      list: [null],
      cycle: { self: null },
      later: { x: 2 },
      json: 3,
    })
    for (const path of [
      '$.big',
      '$.date',
      '$.map',
      '$.set',
      '$.not',
      '$.gone',
      '$.run',
      '$.list[0]',
      '$.cycle.self',
    ]) {
      expect(
        outcome.lossy.some((note) => note.startsWith(`${path}: `)),
        path,
      ).toBe(true)
    }
  })

  it('bounds how deep a value goes, and ends fast', async () => {
    const outcome = await outcomeOf(
      runtime,
      'let v = []; for (let i = 0; i < 200_000; i++) v = [v]; return v',
    )
    expect(outcome).toMatchObject({ ok: true })
    expect(outcome.ok && outcome.lossy[0]).toContain('nesting')
    const refused = await outcomeOf(
      runtime,
      'let v = []; for (let i = 0; i < 200_000; i++) v = [v]; await tools.echo(v)',
    )
    expect(refused).toMatchObject({ ok: false, kind: 'tool_error' })
  })

  it('gives each call its own of the replies that come together, where one cannot be read', async () => {
    const program = `const all = await Promise.allSettled([1, 2, 3, 4].map((at) => tools.echo({ at })))
      return all.map(({ value, reason }) => reason?.code ?? value)`
    for (const [second, seen] of [
      ['[[', 'VALUE_TOO_DEEP'],
      ['"2"', '2'],
    ] as const) {
      const replies: GuestReply[] = [
        { ok: true, value: '{"a":[1,"]\\n,"]}' },
        { ok: true, value: second },
        { ok: false, message: 'no, "not" that', code: 'DENIED' },
        { ok: true, value: 'null' },
      ]
      const call = ({ id }: GuestCall): Promise<GuestReply> => Promise.resolve(replies[id - 1] as GuestReply)
      expect(await valueOf(runtime, program, { call })).toEqual([{ a: [1, ']\n,'] }, seen, 'DENIED', null])
    }
  })

  it('gives what calls reply, each as it comes, and what they fail with', async () => {
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const value = await valueOf(
      runtime,
      `const order = []
       const slow = tools.slow({}).then(() => order.push('slow'))
       await tools.fast({}).then(() => order.push('fast'))
       await tools.release({})
       await slow
       try { await tools.bad({}) } catch (e) { return [order, e.name, e.message, e.code, e.toolName, e instanceof ToolCallError] }`,
      {
        bindings: ['slow', 'fast', 'bad', 'release'],
        call: async ({ binding }) => {
          if (binding === 2) return { ok: false, message: 'no', code: 'DENIED' }
          if (binding === 3) release()
          if (binding === 0) await released
          return { ok: true, value: '{}' }
        },
      },
    )
    expect(value).toEqual([['fast', 'slow'], 'ToolCallError', 'no', 'DENIED', 'bad', true])
  })

  verifies(
    ['contract:B4'],
    'an argument that is not lossless rejects, with the path, before a number is taken',
    async () => {
      const ids: number[] = []
      const value = await valueOf(
        runtime,
        `const said = []
       const a = {}; a.a = a
       for (const bad of [undefined, { a: [1, undefined] }, { a: NaN }, { a: -0 }, new Date(), a, [,1], { a: () => 1 }, { a: 1n }]) {
         try { await tools.echo(bad) } catch (e) { said.push(e.message) }
       }
       await tools.echo({ ok: 1 })
       return said`,
        {
          call: ({ id }) => {
            ids.push(id)
            return Promise.resolve({ ok: true, value: 'null' })
          },
        },
      )
      expect(ids).toEqual([1])
      expect(value).toHaveLength(9)
      for (const message of value as string[])
        expect(message).toMatch(/^tool arguments must be lossless JSON: \$/)
      expect((value as string[])[0]).toContain('pass an object')
      expect((value as string[])[1]).toContain('$.a[1] is undefined')
    },
  )

  it('waits for calls that were not awaited, and says which', async () => {
    const outcome = await outcomeOf(runtime, 'tools.echo({}); tools.echo({}); return 1')
    expect(outcome).toMatchObject({ ok: true, value: '1', unawaited: [1, 2] })
  })

  it('tells where something was thrown, and where the call was made that rejected', async () => {
    const thrown = await outcomeOf(
      runtime,
      'const x: number = 1\n\nfunction f() {\n  throw new TypeError("no")\n}\nf()',
    )
    expect(thrown).toMatchObject({
      ok: false,
      kind: 'exception',
      name: 'TypeError',
      message: 'no',
      at: { line: 4 },
    })
    const rejected = await outcomeOf(runtime, 'const a = 1\nconst r = await tools.echo({})\nreturn r', {
      call: () => Promise.resolve({ ok: false, message: 'denied' }),
    })
    expect(rejected).toMatchObject({
      ok: false,
      kind: 'tool_error',
      message: 'denied',
      call: 1,
      at: { line: 2 },
    })
    const unread = await outcomeOf(runtime, 'const a = 1\nconst b = ;')
    expect(unread).toMatchObject({ ok: false, kind: 'syntax', at: { line: 2, column: 11 } })
  })

  it('names what is near where a tool or a global is not there', async () => {
    const setup = { bindings: ['list_issues', 'list_pulls', 'search'] }
    expect(await outcomeOf(runtime, 'return tools.list_isues({})', setup)).toMatchObject({
      kind: 'exception',
      message: expect.stringContaining('list_issues') as string,
    })
    for (const name of ['fs', 'require', 'process', 'fetch']) {
      const outcome = await outcomeOf(runtime, `return ${name}.x`, setup)
      expect(outcome).toMatchObject({
        name: 'ReferenceError',
        message: expect.stringContaining('tools') as string,
      })
    }
  })

  test.each([
    ['cpu', 'while (true) {}', { cpuMs: 80 }, 'timeout_cpu'],
    [
      'cpu in a reaction',
      'await Promise.resolve().then(() => { for (;;) {} })',
      { cpuMs: 80 },
      'timeout_cpu',
    ],
    [
      'cpu in reactions',
      '(function f() { Promise.resolve().then(f) })(); await 1',
      { cpuMs: 80 },
      'timeout_cpu',
    ],
    [
      'memory',
      'const a = []; for (;;) a.push(new Array(1e5).fill(1))',
      { memoryBytes: 16 * 2 ** 20 },
      'memory',
    ],
    ['a buffer', 'new ArrayBuffer(3e9)', {}, 'exception'],
    ['depth', 'function f() { f() } f()', {}, 'exception'],
    ['result', 'return "x".repeat(1000)', { resultBytes: 100 }, 'output_limit'],
    ['source', 'return 1 // long', { sourceBytes: 4 }, 'syntax'],
    ['stall', 'await new Promise(() => {})', {}, 'timeout_wall'],
    ['argument', 'await tools.echo("x".repeat(1000))', { argumentBytes: 100 }, 'tool_error'],
  ])('holds its limit: %s', async (_what, program, limits, kind) => {
    const outcome = await outcomeOf(runtime, program, { limits })
    expect(outcome.ok ? 'ok' : outcome.kind).toMatch(kind === 'exception' ? /exception|memory/ : kind)
    expect(await valueOf(runtime, 'return 7')).toBe(7)
  })

  test('a heap without room for an error is told as such, and a program may throw null', async () => {
    const kinds: string[] = []
    for (const [program, memoryBytes] of [
      ['return 1', 1_024],
      ['return 1', 100 * 1024],
      ['throw null', 64 * 2 ** 20],
    ] as const) {
      const outcome = await outcomeOf(runtime, program, { limits: { memoryBytes } })
      kinds.push(outcome.ok ? 'ok' : outcome.kind)
    }
    expect(kinds.slice(0, 2)).toEqual(expect.not.arrayContaining(['exception']))
    expect(kinds[2]).toBe('exception')
  })

  it('keeps both ends of a console, and counts the middle', async () => {
    const heard: string[] = []
    const { console } = await outcomeOf(runtime, 'for (let i = 0; i < 5000; i++) console.log("line", i)', {
      onConsole: (entry) => heard.push(entry),
    })
    expect(console.head[0]).toBe('line 0')
    expect(console.tail.at(-1)).toBe('line 4999')
    expect(console.head.length + console.tail.length + console.omitted.entries).toBe(5000)
    expect(heard).toEqual(console.head)
    const bytes = Array.from({ length: 5000 }, (_, index) => `line ${index}`.length + 1).reduce(
      (sum, size) => sum + size,
    )
    const kept = [...console.head, ...console.tail].reduce((sum, entry) => sum + entry.length + 1, 0)
    expect(kept + console.omitted.bytes).toBe(bytes)
  })

  it('sleeps, sets timers and clears them', async () => {
    const value = await valueOf(
      runtime,
      `const order = []
       setTimeout((x) => order.push(x), 30, 'late'); setTimeout(() => order.push('soon'), 1)
       clearTimeout(setTimeout(() => order.push('never'), 2))
       await sleep(60)
       return [order, typeof crypto.randomUUID(), structuredClone({ a: [new Date(0)] }), Math.random() < 1]`,
    )
    expect(value).toEqual([['soon', 'late'], 'string', { a: ['1970-01-01T00:00:00.000Z'] }, true])
  })

  it('shows a picture by its handle', async () => {
    const setup = { bindings: ['echo', '$show'] }
    expect(await valueOf(runtime, 'return await show({ $image: "img_1" })', setup)).toEqual({
      $image: 'img_1',
    })
    expect(await outcomeOf(runtime, 'return await show({})')).toMatchObject({ ok: false, kind: 'exception' })
  })

  it('is cancelled at once, whatever it does', async () => {
    const before = new AbortController()
    before.abort()
    expect(await outcomeOf(runtime, 'return 1', { signal: before.signal })).toMatchObject({
      kind: 'cancelled',
    })
    const waiting = new AbortController()
    const outcome = outcomeOf(runtime, 'await tools.echo({})', {
      signal: waiting.signal,
      call: () => {
        setTimeout(() => waiting.abort(), 5)
        return new Promise(() => {})
      },
    })
    expect(await outcome).toMatchObject({ ok: false, kind: 'cancelled' })
  })

  it('refuses what no program could cause', () => {
    const misuse = () => outcomeOf(runtime, 'return 1', { bindings: ['a', 'a'] })
    expect(misuse).toThrow(TypeError)
    expect(() => outcomeOf(runtime, 'return 1', { limits: { cpuMs: Number.NaN } })).toThrow(TypeError)
  })
})
