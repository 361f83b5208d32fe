import { createScope } from '@millrace/scope'
import { contentText, text, type JsonValue } from '@millrace/protocol'
import type {
  Agent,
  PostToolDecision,
  ToolDefinition,
  ToolExecutionResult,
  ToolExecutionToken,
} from '@millrace/tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { repeat, type RepeatConfig } from '../src/repeat.ts'
import { failed, openBench, succeeded, type PolicyBench } from './support/policy-bench.ts'

async function setup(config: RepeatConfig = {}, ...tools: Partial<ToolDefinition>[]): Promise<PolicyBench> {
  const bench = await openBench(...(tools.length === 0 ? [{}] : tools))
  await bench.ctx.plugin(repeat, config)
  return bench
}

/** What the model was told beside the result. */
const notes = ({ additionalContexts = [] }: ToolExecutionResult): string[] =>
  additionalContexts.map(({ content }) => (typeof content === 'string' ? content : contentText(content)))

/** The number that a note tells; undefined without a note. */
const told = (result: ToolExecutionResult): number | undefined => {
  const number = /(\d+) times/.exec(notes(result).join('\n'))?.[1]
  return number === undefined ? undefined : Number(number)
}

const inProgram = (rootCallId: string) => ({ parent: Symbol('outer') as ToolExecutionToken, rootCallId })

describe('the same call with the same outcome', () => {
  test('is spoken of from the third time on, with the exact number', async () => {
    const { call } = await setup()
    const results: ToolExecutionResult[] = []
    for (let times = 0; times < 5; times += 1) results.push(await call('echo', { a: 1 }))
    expect(results.map(told)).toEqual([undefined, undefined, 3, 4, 5])
    expect(results[2]?.additionalContexts).toEqual([
      {
        role: 'user',
        content:
          '"echo" was called 3 times with these very arguments, each time with the same outcome. Another such call ' +
          'will hardly have a different one: change the arguments, try another way, or say what is in the way.',
        source: { kind: 'plugin', plugin: 'repeat' },
      },
    ])
    expect(results.map((result) => succeeded(result).value)).toEqual(Array(5).fill({ a: 1 }))
  })

  test('is known whatever the order of the keys, and told from one that differs anywhere', async () => {
    const { call } = await setup({ after: 2 })
    await call('echo', { a: { x: 1, y: [1, 2] }, b: 'c' })
    expect(told(await call('echo', { b: 'c', a: { y: [1, 2], x: 1 } }))).toBeUndefined()
    const constant = await setup({ after: 2 }, { execute: async () => 'same' })
    await constant.call('echo', { a: { x: 1, y: [1, 2] }, b: 'c' })
    expect(told(await constant.call('echo', { b: 'c', a: { y: [1, 2], x: 1 } }))).toBe(2)
    expect(told(await constant.call('echo', { b: 'c', a: { y: [2, 1], x: 1 } }))).toBeUndefined()
  })

  test('counts anew once the outcome is another one', async () => {
    let outcome = 'red'
    const { call } = await setup({}, { execute: async () => outcome })
    const counted: (number | undefined)[] = []
    for (outcome of ['red', 'red', 'green', 'red', 'red', 'red']) counted.push(told(await call()))
    expect(counted).toEqual([undefined, undefined, undefined, undefined, undefined, 3])
  })

  test('may be a failure or a denial, and other calls may lie between', async () => {
    const { ctx, call } = await setup(
      {},
      {
        execute: async () => {
          throw new Error('no such file')
        },
      },
      { name: 'other' },
    )
    for (let times = 0; times < 2; times += 1) {
      expect(told(await call())).toBeUndefined()
      await call('other', { times })
    }
    const third = failed(await call())
    expect([third.error.message, told(third)]).toEqual(['no such file', 3])
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'not here' }))
    expect([told(await call()), told(await call()), told(await call())]).toEqual([undefined, undefined, 3])
  })

  test('is no repetition where the caller gave up', async () => {
    const { call } = await setup({ after: 2 }, { execute: async () => 'same' })
    const calls = []
    for (let times = 0; times < 4; times += 1) {
      const controller = new AbortController()
      calls.push(call('echo', {}, { signal: controller.signal }).finally(() => controller.abort()))
      controller.abort()
    }
    for (const result of await Promise.all(calls)) expect(notes(result)).toEqual([])
    expect(told(await call())).toBeUndefined()
    expect(told(await call())).toBe(2)
  })

  test('counts for each agent by itself', async () => {
    const { ctx, call } = await setup({ after: 2 })
    const agents: Agent[] = [{}, {}]
    for (const agent of agents) createScope(ctx, agent)
    const [first, second] = agents as [Agent, Agent]
    expect(told(await call('echo', {}, { agent: first }))).toBeUndefined()
    expect(told(await call('echo', {}, { agent: second }))).toBeUndefined()
    expect(told(await call())).toBeUndefined()
    expect(told(await call('echo', {}, { agent: first }))).toBe(2)
  })
})

describe('the outcome', () => {
  test('is what other listeners leave of it, and their contexts stay', async () => {
    const { ctx, call } = await setup({ after: 2 })
    let serial = 0
    const decisions: PostToolDecision[] = [
      { kind: 'block', feedback: [text('not allowed')] },
      {
        kind: 'block',
        feedback: [text('not allowed')],
        additionalContexts: [{ role: 'user', content: 'why' }],
      },
      { kind: 'accept', content: [text('not allowed')] },
      { kind: 'accept', content: [text('not allowed')] },
      { kind: 'accept', value: 'replaced' },
      { kind: 'accept', value: 'replaced' },
    ]
    ctx.on('tools/post-execute', async () => decisions[serial++] as PostToolDecision)
    const counted: (number | undefined)[] = []
    for (const decision of decisions) {
      const result = await call()
      counted.push(told(result))
      expect(notes(result).slice(0, decision.additionalContexts?.length ?? 0)).toEqual(
        decision.additionalContexts?.map(({ content }) => content) ?? [],
      )
    }
    expect(counted).toEqual([undefined, 2, undefined, 2, undefined, 2])
  })

  verifies(['contract:O1'], 'that is none is left to the pipeline to refuse', async () => {
    const { ctx, call } = await setup({ after: 2 })
    const endless: unknown[] = []
    endless.push(endless)
    const answers: unknown[] = [
      null,
      'accept',
      { kind: 'accept', content: endless },
      { kind: 'accept', additionalContexts: 'none' },
      { kind: 'other' },
    ]
    let answer: unknown
    ctx.on('tools/post-execute', async () => answer as PostToolDecision)
    for (answer of answers) {
      for (let times = 0; times < 3; times += 1) expect(notes(failed(await call()))).toEqual([])
    }
  })

  test('of any size is told from others, by its content', async () => {
    const long = 'x'.repeat(1_000_000)
    let value: JsonValue = long
    const { call } = await setup(
      { after: 2 },
      {
        execute: async () => value,
        output: {
          schema: {},
          render: (_, shown) => [
            text('picture'),
            { type: 'image', data: JSON.stringify(shown), mimeType: 'image/png' },
          ],
        },
      },
    )
    await call()
    value = `${long}y`
    expect(told(await call())).toBeUndefined()
    expect(told(await call())).toBe(2)
  })
})

describe('a program', () => {
  test('is spoken of once, and its calls do not count for the model', async () => {
    const { call } = await setup()
    const counted: (number | undefined)[] = []
    for (let times = 0; times < 6; times += 1) counted.push(told(await call('echo', {}, inProgram('p1'))))
    for (let times = 0; times < 6; times += 1)
      counted.push(told(await call('echo', { b: 1 }, inProgram('p1'))))
    expect(counted).toEqual([undefined, undefined, 3, ...Array(9).fill(undefined)])
    const own = [await call(), await call(), await call()]
    expect(own.map(told)).toEqual([undefined, undefined, 3])
    const again = [0, 1, 2].map(() => call('echo', {}, inProgram('p2')))
    expect((await Promise.all(again)).map(told)).toEqual([undefined, undefined, 3])
  })
})

describe('the memory', () => {
  test('is bounded: of more calls those made longest ago are forgotten', async () => {
    const { call } = await setup({ after: 2, remembered: 3 })
    for (const a of [1, 2, 3]) await call('echo', { a })
    expect(told(await call('echo', { a: 1 }))).toBe(2)
    await call('echo', { a: 4 })
    expect(told(await call('echo', { a: 2 }))).toBeUndefined()
    expect(told(await call('echo', { a: 1 }))).toBe(3)
  })

  test('counts as a plain list of calls would, whatever is called', () => {
    const step = fc.record({ a: fc.nat(2), outcome: fc.nat(1) })
    return fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        let outcome = 0
        const { call } = await setup({ after: 2 }, { execute: async () => outcome })
        const made = new Map<number, number[]>()
        for (const each of steps) {
          outcome = each.outcome
          const outcomes = [...(made.get(each.a) ?? []), outcome]
          made.set(each.a, outcomes)
          const differs = outcomes.findLastIndex((one) => one !== outcome)
          const times = outcomes.length - 1 - differs
          expect(told(await call('echo', { a: each.a }))).toBe(times >= 2 ? times : undefined)
        }
      }),
      { numRuns: 40 },
    )
  })

  for (const config of [{ after: 1 }, { after: 2.5 }, { remembered: 0 }, { remembered: Infinity }]) {
    test(`of ${JSON.stringify(config)} is refused`, async () => {
      const { ctx } = await openBench()
      expect(() => repeat.apply(ctx, config)).toThrow(RangeError)
    })
  }

  test('ends with the plugin', async () => {
    const { ctx, call } = await openBench({})
    const fiber = await ctx.plugin(repeat, { after: 2 })
    await call()
    await fiber.dispose()
    expect(notes(await call())).toEqual([])
  })
})
