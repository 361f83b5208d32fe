import { faultPlan, faultyTool, setup, testTool, type Fault, type Setup } from '@millrace/testkit'
import type { ToolDefinition, ToolExecutionResult } from '@millrace/tools'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const strays: unknown[] = []
const collect = (reason: unknown): void => void strays.push(reason)
beforeEach(() => {
  strays.length = 0
  process.on('unhandledRejection', collect)
})
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', collect)
  expect(strays).toEqual([])
})

async function bench(tools: readonly ToolDefinition[] = [testTool()]): Promise<Setup> {
  const made = await setup({ tools })
  onTestFinished(made.dispose)
  return made
}

/** How a call of `echo` ends whose body has a fault, and how the next one does, which has none. */
async function withFault(fault: Fault, args: unknown = { a: 1 }): Promise<ToolExecutionResult> {
  const { scope, call } = await bench()
  const plan = faultPlan(scope.ctx, [{ tool: 'echo', nth: 1, fault }])
  const result = await call('echo', args)
  expect(plan.injected).toMatchObject([{ tool: 'echo', callId: 'call_1', nth: 1, fault }])
  expect(await call('echo', args)).toMatchObject({ isError: false, value: args })
  return result
}

describe('a fault plan', () => {
  test.each<[Fault & { kind: 'throw' }, string]>([
    [{ kind: 'throw', what: 'error' }, 'the tool failed on purpose'],
    [{ kind: 'throw', what: 'string' }, 'thrown text'],
    [{ kind: 'throw', what: 'undefined' }, 'undefined'],
    [{ kind: 'throw', what: 'frozen-object' }, '[object Object]'],
    [{ kind: 'throw', what: 'revoked-proxy' }, '<unprintable thrown value>'],
    [{ kind: 'throw', what: 'promise' }, '[object Promise]'],
    [{ kind: 'throw', what: 'trap' }, '<unprintable thrown value>'],
  ])('makes a body throw: $what', async (fault, message) => {
    expect(await withFault(fault)).toMatchObject({ isError: true, error: { message } })
  })

  test.each<[Fault['kind'], Fault]>([
    ['delay', { kind: 'delay', ms: 1 }],
    ['settle-twice', { kind: 'settle-twice' }],
    ['thenable', { kind: 'thenable' }],
  ])('lets a body end well in an odd way: %s', async (_kind, fault) => {
    expect(await withFault(fault)).toMatchObject({ isError: false, value: { a: 1 } })
  })

  test('gives a value that is no JSON, or any other', async () => {
    expect(await withFault({ kind: 'invalid-output' })).toMatchObject({ isError: true })
    expect(await withFault({ kind: 'invalid-output', value: Number.NaN })).toMatchObject({ isError: true })
    expect(await withFault({ kind: 'invalid-output', value: 'other' })).toMatchObject({ value: 'other' })
  })

  test('makes the first text of a value as long as it is told to', async () => {
    const result = await withFault({ kind: 'oversize', units: 1_000 }, { n: 1, list: ['a', 'b'] })
    expect(result.value).toEqual({ n: 1, list: ['x'.repeat(1_000), 'b'] })
    expect(await withFault({ kind: 'oversize' }, { n: 1 })).toMatchObject({
      isError: true,
      error: { info: { code: 'FAULT_NOT_POSSIBLE' } },
    })
  })

  test('tries to change arguments, which cannot be done', async () => {
    const { scope, call } = await bench()
    const plan = faultPlan(scope.ctx, [{ tool: 'echo', fault: { kind: 'mutate-arguments' } }])
    const args = { list: [1, { deep: 'x' }] }
    expect(await call('echo', args)).toMatchObject({ value: args })
    expect(plan.injected).toMatchObject([{ mutated: [] }])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('makes a body wait for an abort', async () => {
    const { scope, call } = await bench()
    faultPlan(scope.ctx, [{ tool: 'echo', fault: { kind: 'never-settles' } }])
    const controller = new AbortController()
    const calling = call('echo', {}, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 1)
    expect(await calling).toMatchObject({ isError: true, error: { message: 'enough' } })
  })

  test('makes a body go on after an abort, and the pipeline waits for it', async () => {
    const controller = new AbortController()
    const tool = testTool({ execute: () => controller.abort() })
    const { scope, call } = await bench([tool])
    const waits: number[] = []
    const timers = { sleep: async (ms: number) => void waits.push(ms) }
    faultPlan(scope.ctx, [{ tool: 'echo', fault: { kind: 'ignored-abort', ms: 50 } }], { timers })
    await call('echo', {}, { signal: controller.signal })
    expect(tool.runs.map(({ signal }) => signal.aborted)).toEqual([false])
    expect(waits).toEqual([50])
  })

  test('counts runs, takes the first rule that fits, and stops', async () => {
    const { scope, call } = await bench()
    const plan = faultPlan(scope.ctx, [
      { tool: 'echo', nth: [2, 3], fault: { kind: 'throw', what: 'string' } },
      { tool: 'echo', nth: 3, fault: { kind: 'throw', what: 'error' } },
    ])
    const ends = [await call('echo'), await call('echo'), await call('echo')].map((result) => result.isError)
    expect(ends).toEqual([false, true, true])
    expect(plan.injected.map(({ nth }) => nth)).toEqual([2, 3])
    plan.stop()
    expect((await call('echo')).isError).toBe(false)
  })

  test('refuses a plain context, and a tool that is not there', async () => {
    const { ctx, scope } = await bench()
    const rules = [{ tool: 'echo', fault: { kind: 'settle-twice' } }] as const
    const code = expect.objectContaining({ code: 'FAULT_NOT_POSSIBLE' })
    expect(() => faultPlan(ctx, rules)).toThrow(code)
    expect(() => faultPlan(scope.ctx, [{ ...rules[0], tool: 'ehco' }])).toThrow(code)
  })

  test('may be built into a tool that is registered globally', async () => {
    const tool = faultyTool(testTool(), [{ tool: 'echo', fault: { kind: 'throw', what: 'string' } }])
    const { call } = await bench([tool])
    expect(await call('echo')).toMatchObject({ error: { message: 'thrown text' } })
  })
})
