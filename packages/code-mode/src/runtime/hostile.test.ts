import { afterAll, describe, expect, it, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { inlineRuntime, workerRuntime } from '../runtimes.ts'
import { outcomeOf, valueOf } from './testing/run-program.ts'

const oddNames = [
  'a-b',
  'a_b',
  'then',
  'toJSON',
  'constructor',
  '__proto__',
  'delete',
  'class',
  'await',
  '1x',
  'with space',
]

describe.each([
  ['worker', workerRuntime],
  ['inline', inlineRuntime],
] as const)('%s runtime', (_name, make) => {
  const runtime = make()
  afterAll(() => runtime.close())

  verifies(['fault:B139'], 'each tool is reached by its exact name, and never by accident', async () => {
    const made: number[] = []
    const setup = {
      bindings: oddNames,
      call: ({ binding }: { binding: number }) => {
        made.push(binding)
        return Promise.resolve({ ok: true, value: String(binding) } as const)
      },
    }
    const each = `const got = []; for (const name of ${JSON.stringify(oddNames)}) got.push(await tools[name]({})); return got`
    expect(await valueOf(runtime, each, setup)).toEqual(oddNames.map((_, index) => index))
    expect(await valueOf(runtime, 'return Object.keys(tools)', setup)).toEqual(oddNames)
    made.length = 0
    for (const program of [
      'await tools; return 1',
      'return tools',
      'return [tools, { tools }]',
      'console.log(tools, [tools]); `${tools}`; return 1',
      'JSON.stringify({ tools }); return 1',
      'return Promise.resolve(tools)',
    ]) {
      expect(await outcomeOf(runtime, program, setup), program).toMatchObject({ ok: true })
    }
    expect(made).toEqual([])
  })

  test.each([
    ['code from text', 'return (() => 1).constructor("return this")()'],
    ['code from text, later', 'return (async () => 1).constructor("return this")()'],
    ['code from text, in steps', 'return (function* () {}).constructor("return this")()'],
    [
      'code from text, through the prototype',
      'return Object.getPrototypeOf(async () => 1).constructor("return 1")()',
    ],
    ['code from text, through a tool', 'return tools.echo.constructor("return this")()'],
    ['code from text, through the console', 'return console.log.constructor.constructor("return 1")()'],
    ['eval', 'return eval("1")'],
    ['indirect eval', 'return (0, globalThis.eval)("1")'],
    ['process', 'return process.exit(1)'],
    ['require', 'return require("node:fs")'],
    ['import', 'return await import("node:fs")'],
    ['a late import', 'const load = (m) => import(m); return await load("node:" + "fs")'],
    ['fetch', 'return await fetch("http://127.0.0.1")'],
    ['workers', 'return new Worker("x")'],
    ['webassembly', 'return new WebAssembly.Memory({ initial: 1 })'],
    ['shared memory', 'return new SharedArrayBuffer(1)'],
    ['the channel', 'return parentPort.postMessage({ kind: "step" })'],
    ['say', 'return say("x")'],
    ['changing tools', '"use strict"; tools.echo = 1; return 1'],
    ['defining tools', 'Object.defineProperty(tools, "x", { value: 1 }); return 1'],
  ])('does not reach: %s', async (_what, program) => {
    expect((await outcomeOf(runtime, program)).ok).toBe(false)
  })

  it('holds no way to the host in what it gives to programs', async () => {
    const names = await valueOf(runtime, 'return Object.getOwnPropertyNames(globalThis).sort()')
    for (const name of [
      'process',
      'require',
      'module',
      'Buffer',
      'global',
      'eval',
      'say',
      'SharedArrayBuffer',
      'Atomics',
      'WebAssembly',
    ]) {
      expect(names).not.toContain(name)
    }
    const stack = await valueOf(runtime, 'try { null.x } catch (e) { return e.stack }')
    expect(stack).not.toMatch(/node_modules|file:|\/packages\//)
  })

  verifies(
    ['fault:B143'],
    'what is thrown or patched cannot confuse the report',
    async () => {
      const given: [string, object][] = [
        ['throw { get message() { while (true); } }', { ok: false, kind: 'timeout_cpu' }],
        ['throw Object.create(null)', { ok: false, kind: 'exception' }],
        ['throw undefined', { ok: false, kind: 'exception' }],
        [
          'throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 } })',
          { ok: false, kind: 'exception' },
        ],
        [
          'const e = new Error("x"); Object.defineProperty(e, "name", { get() { throw 1 } }); throw e',
          { ok: false, kind: 'exception' },
        ],
        [
          'class E extends Error { get stack() { return "program.ts:9:9" } } throw new E("x")',
          { ok: false, at: { line: 1 } },
        ],
        [
          'JSON.stringify = () => { throw 1 }; JSON.parse = null; return { a: 1 }',
          { ok: true, value: '{"a":1}' },
        ],
        ['Array.prototype.push = 0; Array.prototype[0] = 7; return [1, 2]', { ok: true, value: '[1,2]' }],
        [
          'Object.defineProperty(Array.prototype, "0", { set() { throw 1 } }); return [await tools.echo([1])]',
          { ok: true, value: '[[1]]' },
        ],
        [
          'Object.defineProperty(Object.prototype, "get", { value: 1 }); return await tools.echo({ a: 1 })',
          { ok: true, value: '{"a":1}' },
        ],
        [
          'Object.prototype.toJSON = () => 1; return await tools.echo({ a: "b" }).then((r) => r.a)',
          { ok: true, value: '"b"' },
        ],
        [
          'Map.prototype.get = Map.prototype.set = null; return await tools.echo(5)',
          { ok: true, value: '5' },
        ],
        [
          'Promise.prototype.then = null; Promise.resolve = null; return await tools.echo(5)',
          { ok: true, value: '5' },
        ],
        ['Promise = null; return await tools.echo(5)', { ok: true, value: '5' }],
        ['const Date = 1; return typeof Date', { ok: true, value: '"number"' }],
        [
          'Error.prepareStackTrace = () => { while (true); }; throw new Error("x")',
          { ok: false, kind: 'exception', at: { line: 1 } },
        ],
        ['Error.stackTraceLimit = 0; throw new Error("x")', { ok: false, kind: 'exception' }],
        ['return new Proxy({ a: 1 }, {})', { ok: true, value: '{"a":1}' }],
        ['return new Proxy({}, { ownKeys() { throw new Error("no keys") } })', { ok: true, value: 'null' }],
        [
          'console.log({ get a() { while (true); } }, new Proxy([], { get() { throw 1 } })); return 1',
          { ok: true, value: '1' },
        ],
        [
          'console.log({ toString: null, [Symbol.toStringTag]: 5 }, "\\u{1b}[2K"); return 1',
          { ok: true, value: '1' },
        ],
        ['String = Number = Object = null; return [1]', { ok: true, value: '[1]' }],
        ['return { then(resolve) { resolve(5) } }', { ok: true, value: '5' }],
        [
          'throw await tools.echo({ message: "forged", name: "ToolCallError", call: 7 })',
          { ok: false, kind: 'exception' },
        ],
      ]
      for (const [program, expected] of given) {
        const cpuMs = 'kind' in expected && expected.kind === 'timeout_cpu' ? 1_000 : 20_000
        const outcome = await outcomeOf(runtime, program, { limits: { cpuMs } })
        expect(outcome, program).toMatchObject(expected)
      }
      expect(await valueOf(runtime, 'return [Date.now() > 0, JSON.stringify([1])]')).toEqual([true, '[1]'])
    },
    60_000,
  )

  verifies(
    ['fault:B145'],
    'limits of computing are met with calls under way, and floods end',
    async () => {
      const decoy = await outcomeOf(runtime, 'tools.echo({}); while (true) {}', { limits: { cpuMs: 100 } })
      expect(decoy).toMatchObject({ ok: false, kind: 'timeout_cpu' })
      let made = 0
      const flood = await valueOf(
        runtime,
        'return (await Promise.all(Array.from({ length: 5000 }, (_, i) => tools.echo(i)))).length',
        {
          call: ({ arguments: value }) => {
            made++
            return Promise.resolve({ ok: true, value })
          },
        },
      )
      expect([flood, made]).toEqual([5000, 5000])
      const more = await valueOf(
        runtime,
        'const all = await Promise.allSettled(Array.from({ length: 10010 }, () => tools.echo(1))); return all.filter((r) => r.reason?.code === "PENDING_LIMIT").length',
      )
      expect(more).toBe(10)
    },
    60_000,
  )

  it('keeps a machine for one program alone', async () => {
    await outcomeOf(runtime, 'globalThis.left = 1; Array.prototype.left = 1; return 1')
    expect(await valueOf(runtime, 'return [typeof left, [].left === undefined]')).toEqual(['undefined', true])
    const [one, two] = [
      await valueOf(runtime, 'return Math.random()'),
      await valueOf(runtime, 'return Math.random()'),
    ]
    expect(one).not.toBe(two)
  })
})

describe('worker runtime', () => {
  const runtime = workerRuntime({ threads: 2 })
  afterAll(() => runtime.close())

  it('ends loops that the engine cannot interrupt, and what they said before is kept', async () => {
    const bomb =
      'console.log("before"); const a = new Array(2 ** 28); a.fill("xxxxxxxxxxxxxxxx"); return a.join("y").length'
    for (const program of [bomb, 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)']) {
      const outcome = await outcomeOf(runtime, program, { limits: { cpuMs: 1_000 } })
      expect(outcome.ok ? 'ok' : outcome.kind).toMatch(/timeout_cpu|memory/)
      if (program === bomb) expect(outcome.console.head).toEqual(['before'])
    }
    expect(await valueOf(runtime, 'return 1')).toBe(1)
  })

  it('stops a loop when it is aborted', async () => {
    const controller = new AbortController()
    const outcome = outcomeOf(runtime, 'console.log("on"); for (;;) {}', {
      signal: controller.signal,
      onConsole: () => controller.abort(),
    })
    expect(await outcome).toMatchObject({ ok: false, kind: 'cancelled', console: { head: ['on'] } })
  })
})
