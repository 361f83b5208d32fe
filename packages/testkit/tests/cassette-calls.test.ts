import { secretRedactor } from '@millrace/protocol'
import {
  cassette,
  parseCassette,
  printCassette,
  setup,
  testTool,
  type CassetteEntry,
  type CassetteOptions,
  type Setup,
  type TestTool,
} from '@millrace/testkit'
import { HarnessError, type ToolDefinition, type ToolExecutionResult } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'

async function bench(
  tools: readonly ToolDefinition[],
  options: CassetteOptions,
): Promise<Setup & { unused: () => readonly CassetteEntry[] }> {
  const made = await setup({ tools })
  onTestFinished(made.dispose)
  const tape = cassette(made.ctx, options)
  return { ...made, unused: () => tape.unused }
}

/** What calls of one tool leave on a cassette. */
async function recorded(tool: TestTool, args: readonly unknown[]): Promise<CassetteEntry[]> {
  const entries: CassetteEntry[] = []
  const { call } = await bench([tool], { mode: 'record', entries })
  for (const each of args) await call(tool.name, each)
  return parseCassette(printCassette(entries))
}

/** Runs a call that fails once more, around all wrappers so far. */
function tryAgain({ ctx }: Setup): void {
  const again = async (next: () => Promise<ToolExecutionResult>): Promise<ToolExecutionResult> => {
    const result = await next()
    return result.isError ? next() : result
  }
  ctx.on('tools/execute', (_exec, next) => again(next), { prepend: true })
}

describe('a cassette', () => {
  test('answers as the tool did, and the tool does not run', async () => {
    const entries = await recorded(testTool({ returns: { now: 5 } }), [{ b: 1, a: 2 }])
    const tool = testTool()
    const { call, unused } = await bench([tool], { mode: 'replay', entries })
    const result = await call('echo', { a: 2, b: 1 })
    expect(result).toMatchObject({ isError: false, value: { now: 5 }, content: [{ text: '{"now":5}' }] })
    expect([tool.runs, unused()]).toEqual([[], []])
  })

  test('fails as the tool did, with code and content', async () => {
    const failing = testTool({
      execute: () => {
        throw new HarnessError('TOO_LATE', 'it is too late')
      },
    })
    const entries = await recorded(failing, [{}])
    const { call } = await bench([testTool()], { mode: 'replay', entries })
    expect(await call('echo')).toMatchObject({
      isError: true,
      error: { message: 'it is too late', info: { code: 'TOO_LATE' } },
      content: [{ type: 'text', text: 'Error: it is too late' }],
    })
  })

  test('plays equal calls in the order in which they began', async () => {
    const ends: (() => void)[] = []
    const entries: CassetteEntry[] = []
    let runs = 0
    const tool = testTool({
      execute: () => {
        const run = ++runs
        return new Promise((resolve) => ends.push(() => resolve(run)))
      },
    })
    const first = await bench([tool], { mode: 'record', entries })
    const both = [first.call('echo'), first.call('echo')]
    await expect.poll(() => ends.length).toBe(2)
    for (const end of ends.toReversed()) {
      end()
      await Promise.race(both)
    }
    await Promise.all(both)
    const second = await bench([testTool()], { mode: 'replay', entries })
    const values = [await second.call('echo'), await second.call('echo')].map((result) => result.value)
    expect(values).toEqual([1, 2])
  })

  test('refuses a call that was not recorded, and says what is near', async () => {
    const entries = await recorded(testTool(), [{ path: 'a.ts' }])
    const { call } = await bench([testTool(), testTool({ name: 'other' })], { mode: 'replay', entries })
    expect(await call('echo', { path: 'b.ts' })).toMatchObject({
      error: {
        message:
          'the cassette has no such call of "echo": in the next one that it has, "path" was "a.ts", and here "b.ts"; record it again',
        info: { code: 'CASSETTE_UNMATCHED' },
      },
    })
    expect(await call('other')).toMatchObject({
      error: { message: 'the cassette has no call of "other"; record it again' },
    })
    await call('echo', { path: 'a.ts' })
    expect(await call('echo', { path: 'a.ts' })).toMatchObject({
      error: { message: expect.stringContaining('all of them were played') },
    })
  })

  test('in "auto" plays what it has and records the rest', async () => {
    const entries = await recorded(testTool({ returns: 'old' }), [{ n: 1 }])
    const tool = testTool({ returns: 'new' })
    const { call } = await bench([tool], { mode: 'auto', entries })
    const values = [await call('echo', { n: 1 }), await call('echo', { n: 2 }), await call('echo', { n: 2 })]
    expect(values.map((result) => result.value)).toEqual(['old', 'new', 'new'])
    expect([tool.runs.length, entries.length]).toEqual([2, 3])
  })

  test('lets the pipeline check a value again', async () => {
    const entries = await recorded(testTool({ returns: 'text' }), [{}])
    const strict = testTool({ output: { schema: { type: 'number' }, render: () => [] } })
    const { call } = await bench([strict], { mode: 'replay', entries })
    expect(await call('echo')).toMatchObject({
      isError: true,
      error: { info: { code: 'INVALID_TOOL_OUTPUT' } },
    })
  })

  test('plays each attempt of a policy that tries again', async () => {
    let runs = 0
    const flaky = testTool({
      effects: 'none',
      execute: () => {
        runs += 1
        if (runs === 1) throw new HarnessError('BUSY', 'busy', { retryable: true })
        return 'done'
      },
    })
    const entries: CassetteEntry[] = []
    const first = await setup({ tools: [flaky] })
    onTestFinished(first.dispose)
    tryAgain(first)
    cassette(first.ctx, { mode: 'record', entries })
    await first.call('echo')
    const second = await setup({ tools: [testTool({ effects: 'none' })] })
    onTestFinished(second.dispose)
    cassette(second.ctx, { mode: 'replay', entries })
    tryAgain(second)
    expect(entries.map((entry) => entry.outcome.kind)).toEqual(['error', 'value'])
    expect(await second.call('echo')).toMatchObject({ value: 'done' })
  })

  test('does not come before a denial', async () => {
    const entries = await recorded(testTool(), [{}])
    const { ctx, call, unused } = await bench([testTool()], { mode: 'replay', entries })
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'not today' }))
    expect(await call('echo')).toMatchObject({
      isError: true,
      error: { message: expect.stringContaining('not today') },
    })
    expect(unused()).toHaveLength(1)
  })

  test('keeps contexts of a call', async () => {
    const deferring = testTool({
      execute: (_args, exec) => {
        exec.deferContext({ role: 'user', content: 'by the way' })
        return 1
      },
    })
    const entries = await recorded(deferring, [{}])
    const { call } = await bench([testTool()], { mode: 'replay', entries })
    expect(await call('echo')).toMatchObject({ additionalContexts: [{ content: 'by the way' }] })
  })

  test('says that a call that ended the turn cannot be played, and lets it run where it is told to', async () => {
    const ending = (): TestTool =>
      testTool({
        execute: (_args, exec) => {
          exec.concludeTurn()
          return 'bye'
        },
      })
    const entries = await recorded(ending(), [{}])
    const { call } = await bench([ending()], { mode: 'replay', entries })
    expect(await call('echo')).toMatchObject({ error: { info: { code: 'CASSETTE_CONCLUDES' } } })
    const live = await bench([ending()], { mode: 'replay', entries, except: ['echo'] })
    expect(await live.call('echo')).toMatchObject({ value: 'bye', concludesTurn: true })
  })

  test('keeps neither configured secrets nor those of a tool', async () => {
    const entries: CassetteEntry[] = []
    const redact = secretRedactor(['hunter2-hunter2']).json
    const tool = testTool({ secrets: ['/password'], returns: { said: 'hunter2-hunter2' } })
    const { call } = await bench([tool], { mode: 'record', entries, redact })
    await call('echo', { password: 'sesame', note: 'hunter2-hunter2' })
    expect(printCassette(entries)).not.toMatch(/sesame|hunter2/)
    const other = await bench([testTool({ secrets: ['/password'] })], { mode: 'replay', entries, redact })
    expect(await other.call('echo', { password: 'other', note: 'hunter2-hunter2' })).toMatchObject({
      value: { said: '[redacted]' },
    })
  })

  test('does not record a call that was cancelled', async () => {
    const entries: CassetteEntry[] = []
    const controller = new AbortController()
    const tool = testTool({ execute: () => controller.abort() })
    const { call } = await bench([tool], { mode: 'record', entries })
    expect(await call('echo', {}, { signal: controller.signal })).toMatchObject({ isError: true })
    expect(entries).toEqual([])
  })

  test('stops', async () => {
    const tool = testTool()
    const made = await setup({ tools: [tool] })
    onTestFinished(made.dispose)
    cassette(made.ctx, { mode: 'replay', entries: [] }).stop()
    expect(await made.call('echo')).toMatchObject({ isError: false })
  })

  test('is refused with its line where it cannot be read', () => {
    const whole = printCassette([{ tool: 'a', arguments: {}, outcome: { kind: 'value', value: 1 } }])
    expect(parseCassette(whole)).toHaveLength(1)
    for (const broken of ['{"tool":', '{"tool":1}', whole.replace('"value"', '"other"')]) {
      expect(() => parseCassette(`${whole}${broken}`)).toThrow(
        expect.objectContaining({ code: 'CASSETTE_INVALID', message: expect.stringContaining('line 2') }),
      )
    }
  })
})
