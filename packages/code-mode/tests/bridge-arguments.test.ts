import { describe, expect, test } from 'vitest'
import { createScope } from '@millrace/scope'
import { provideCodeRuntime } from '@millrace/code-mode'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import { verifies } from '../../../tests/spec/verifies.ts'
import { scriptedRuntime } from './support/scripted-runtime.ts'
import { codeBench, shownOf, tool } from './support/setup.ts'

const returning = (value: unknown) => scriptedRuntime(async () => value)

describe('run_code', () => {
  verifies(['contract:B1'], 'takes two required texts and lets other keys through', async () => {
    const { tools, agent } = await codeBench({ runtime: returning(1) })
    const call = (args: unknown) =>
      tools.execute({
        callId: 'c',
        name: 'run_code',
        arguments: args,
        agent,
        signal: new AbortController().signal,
      })
    expect(await call({ code: 'x', description: 'd', timeout: 1, limits: {} })).toMatchObject({
      isError: false,
    })
    for (const args of [{}, { code: 'x' }, { description: 'd' }, { code: 1, description: 'd' }, null]) {
      const { error } = await call(args)
      expect(error?.message).toMatch(/^invalid arguments: /)
      expect(error?.info?.code).toBe('INVALID_ARGS')
    }
    const { error } = await call({ code: 'x', description: ' \n' })
    expect(error?.message).toMatch(/^invalid description: /)
  })

  verifies(
    ['contract:B1'],
    'without a runtime is an ordinary error, and finds one that comes later',
    async () => {
      const { ctx, run } = await codeBench()
      const { error } = await run('return 1')
      expect(error).toMatchObject({ info: { code: 'CODE_RUNTIME_MISSING' } })
      expect(error?.message).toContain('requires a code runtime')
      const unmount = provideCodeRuntime(ctx, returning(1))
      expect(await run('return 1')).toMatchObject({ value: { result: 1 } })
      unmount()
      expect(await run('return 1')).toMatchObject({ isError: true })
    },
  )

  verifies(['contract:M5'], 'speaks the language of the mounted runtime', async () => {
    const { ctx, tools, agent } = await codeBench()
    const told = () => tools.schemas(agent).find(({ name }) => name === 'run_code')
    expect(told()?.description).toContain('Execute a TypeScript program')
    const unmount = provideCodeRuntime(ctx, { ...returning(1), language: 'python' })
    expect(told()?.description).toContain('Execute a Python program')
    expect(JSON.stringify(told()?.parameters)).not.toContain('TypeScript')
    unmount()
    provideCodeRuntime(ctx, { ...returning(1), language: 'ruby' })
    expect(() => tools.schemas(agent)).toThrow(
      'no run_code schema flavor registered for runtime language "ruby" (known: "typescript", "python")',
    )
  })

  verifies(['contract:M7', 'contract:K6'], 'is found only where the mode shows it', async () => {
    const { ctx, tools, agent, run } = await codeBench({
      mode: 'native',
      runtime: scriptedRuntime(({ call }) => call('echo')),
    })
    tools.register(tool())
    const outcome = await run('x')
    expect(outcome.error?.info?.code).toBe('UNKNOWN_TOOL')
    const restore = createScope(ctx, agent).ctx.tools.presentAs('code')
    expect(await run('x')).toMatchObject({ isError: false, value: { result: {} } })
    const direct = await tools.execute({
      callId: 'd',
      name: 'echo',
      arguments: {},
      agent,
      signal: new AbortController().signal,
    })
    expect(direct.error?.message).toContain('only `run_code` is callable directly')
    restore()
    expect((await run('x')).error?.info?.code).toBe('UNKNOWN_TOOL')
  })

  test('runs alone', async () => {
    const { tools, agent } = await codeBench({ runtime: returning(1) })
    const input = { callId: 'c', name: 'run_code', arguments: { code: '', description: 'd' }, agent }
    expect(tools.executionMode({ ...input, signal: new AbortController().signal })).toEqual({
      kind: 'exclusive',
    })
  })

  verifies(['contract:B3'], 'cannot be called by a program, by whatever way', async () => {
    const nested = scriptedRuntime(async ({ call, request }) => {
      expect(request.bindings).not.toContain('run_code')
      return call('again')
    })
    const { tools, run } = await codeBench({ runtime: nested })
    tools.register(
      tool({
        name: 'again',
        execute: async (_args, { agent, token, signal }) => {
          const args = { code: 'return 1', description: 'd' }
          const call = { callId: 'inner', name: 'run_code', arguments: args, parent: token, signal }
          const { error } = await tools.execute({ ...call, ...(agent && { agent }) })
          return error?.info?.code ?? null
        },
      }),
    )
    expect(await run('x')).toMatchObject({ value: { result: 'CODE_NESTED' } })
  })
})

describe('a runtime', () => {
  verifies(['contract:B11'], 'has names of its own, is the only one, and ends with its owner', async () => {
    const { ctx } = await codeBench()
    let closed = 0
    const runtime = { ...returning(1), close: async () => void (closed += 1) }
    for (const names of [{ language: 'Type Script' }, { isolation: '' }]) {
      expect(() => provideCodeRuntime(ctx, { ...runtime, ...names })).toThrow('lowercase identifiers')
    }
    const plugin = await ctx.plugin({
      name: 'host',
      apply: (inner) => void provideCodeRuntime(inner, runtime),
    })
    expect(() => provideCodeRuntime(ctx, runtime)).toThrow('is mounted already')
    expect([ctx.get('codeRuntime')?.isolation, closed]).toEqual(['scripted', 0])
    await plugin.dispose()
    expect([ctx.get('codeRuntime'), closed]).toEqual([undefined, 1])
  })

  verifies(['contract:B11'], 'that rejects or throws ends the run as a failure', async () => {
    const broken = [
      scriptedRuntime(async () => 1, { run: () => { throw new TypeError('misused') } }), // oxfmt-ignore
      scriptedRuntime(async () => 1, { run: () => ({ outcome: Promise.reject(new Error('died')), capture: async () => undefined }) }), // oxfmt-ignore
    ]
    for (const runtime of broken) {
      const { run } = await codeBench({ runtime })
      expect(await run('x')).toMatchObject({
        isError: true,
        error: { message: expect.stringMatching(/misused|died/) },
      })
    }
  })
})

describe('limits of a host', () => {
  test.each([{ calls: 0 }, { wallMs: 1e9 }, { images: 1.5 }, { other: 1 }])(
    '%j are refused',
    async (limits) => {
      await expect(codeBench({ limits })).rejects.toThrow(/limit/)
    },
  )
})

describe('what a program returns', () => {
  const cases: [code: string, value: object, shown: string][] = [
    ['return {a:1}', { logs: [], result: { a: 1 } }, '{\n  "a": 1\n}'],
    ['return null', { logs: [], result: null }, 'null'],
    ['return undefined', { logs: [] }, '(run_code completed with no output)'],
    ['return 0', { logs: [], result: 0 }, '0'],
    ['return ""', { logs: [], result: '' }, ''],
    ['return "two\\nlines"', { logs: [], result: 'two\nlines' }, 'two\nlines'],
    ['console.log("said", 1)', { logs: ['said 1'] }, 'said 1'],
    ['console.log("said"); return [1]', { logs: ['said'], result: [1] }, 'said\n[\n  1\n]'],
    ['', { logs: [] }, '(run_code completed with no output)'],
  ]
  for (const [code, value, shown] of cases) {
    verifies(['fault:B141', 'contract:B2'], `is shown exactly: ${JSON.stringify(code)}`, async () => {
      const { run } = await codeBench({ runtime: inlineRuntime() })
      const result = await run(code)
      expect(result.value).toStrictEqual(value)
      expect(shownOf(result)).toBe(shown)
    })
  }

  verifies(
    ['contract:B0', 'contract:B2'],
    'is shown in part where it is long, and whole for hosts',
    async () => {
      const long = 'äb\n'.repeat(20_000)
      const { run } = await codeBench({ runtime: returning(long), limits: { shownBytes: 5_000 } })
      const result = await run('x')
      expect(result.value).toEqual({ logs: [], result: long })
      const shown = shownOf(result)
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(5_000)
      const [, left, all, lineEnds] =
        /left out here: (\d+) of (\d+) bytes, with (\d+) line ends/.exec(shown) ?? []
      const [head = '', tail = ''] = shown.split(/\n\[left out here.*\]\n/)
      expect(Number(all)).toBe(Buffer.byteLength(long))
      expect(Number(left)).toBe(Number(all) - Buffer.byteLength(head) - Buffer.byteLength(tail))
      expect(Number(lineEnds)).toBe(20_000 - (head + tail).split('\n').length + 1)
      expect([long.startsWith(head), long.endsWith(tail), shown.isWellFormed()]).toEqual([true, true, true])
    },
  )

  verifies(['contract:B0'], 'and what of it JSON could not hold is said', async () => {
    const { tools, run } = await codeBench({ runtime: inlineRuntime() })
    tools.register(tool())
    const result = await run('tools.echo({}); return { at: new Date(0), n: NaN }')
    const shown = shownOf(result)
    expect(result.isError).toBe(false)
    expect(shown).toMatch(/changed to fit JSON: .*at: a Date/)
    expect(shown).toContain('did not await these calls, which were waited for before it ended: #1 echo')
  })
})
