import type { Context } from '@deepseek-ai/cordis'
import { describe, expect, test } from 'vitest'
import {
  contextWindow,
  ModelError,
  type AgentModel,
  type AgentOptions,
  type ContextWindowOptions,
  type ModelRequest,
} from '@millrace/agent'
import {
  agentHost,
  agentOn,
  dataOf,
  modelOf,
  resultsIn,
  type Said,
  type Script,
} from './support/agent-bench.ts'
import { toolNamed } from './support/prompt-bench.ts'

/** A host whose `grep` gives a text of so many bytes, and whose `bash` does the same and changes things. */
async function hostWith(options: ContextWindowOptions): Promise<Context> {
  const ctx = await agentHost()
  const give = (args: unknown): Promise<unknown> =>
    Promise.resolve([{ type: 'text', text: 'x'.repeat((args as { bytes: number }).bytes) }])
  ctx.tools.register(toolNamed('grep', { effects: 'none', execute: give }))
  ctx.tools.register(toolNamed('bash', { effects: 'other', execute: give }))
  await ctx.plugin(contextWindow, options)
  return ctx
}

const grep = (...sizes: number[]): Said => ({ calls: sizes.map((bytes) => ['grep', { bytes }] as const) })

/** Bytes of results in a request. */
const weightIn = (request: ModelRequest): number => resultsIn(request).join('').length

const tooLong = (): never => {
  throw new ModelError('MODEL_CONTEXT_LENGTH', 'the conversation is longer than the model takes')
}

/** Says one thing after the other, and `done` at last. */
const inTurn =
  (...said: (Said | (() => Said))[]): Script =>
  (_, n) => {
    const next = said[n] ?? { text: 'done' }
    return typeof next === 'function' ? next() : next
  }

describe('contextWindow', () => {
  test('leaves old results out before the window is full, in one go, and says so in the log', async () => {
    const ctx = await hostWith({ tokens: 10_000, keepRecentResults: 1 })
    const model = modelOf(inTurn(...Array.from({ length: 5 }, () => grep(8_000))))
    const { agent, events } = await agentOn(ctx, model)
    expect(await agent.send('go')).toMatchObject({ reason: 'done' })
    const pruned = dataOf(events, 'context/pruned')
    expect(pruned).toHaveLength(1)
    expect(pruned[0]).toMatchObject({ by: 'context-window', results: [{ bytes: 8_000 }, { bytes: 8_000 }] })
    expect(pruned[0]!.results[0]!.text).toBe(
      '[result of grep left out to save room: 8,000 bytes; call it again to see it]',
    )
    for (const request of model.requests) expect(weightIn(request)).toBeLessThan(40_000 * 0.8)
    expect(resultsIn(model.requests.at(-1)!)[0]).toBe(pruned[0]!.results[0]!.text)
    // Until it happened, each request began with all of the one before.
    const [first, second] = model.requests
    expect(second!.messages.slice(0, first!.messages.length)).toEqual(first!.messages)
  })

  test('does nothing while there is room, or where no window is known', async () => {
    for (const options of [{ tokens: 1_000_000 }, {}]) {
      const ctx = await hostWith(options)
      const { agent, events } = await agentOn(ctx, modelOf(inTurn(grep(50_000), grep(50_000))))
      await agent.send('go')
      expect(dataOf(events, 'context/pruned')).toEqual([])
    }
  })

  test('never leaves out the last results, small ones, or what the model has not read', async () => {
    const ctx = await hostWith({ tokens: 5_000, keepRecentResults: 2, minBytes: 1_000 })
    const model = modelOf(inTurn(grep(999, 9_000), grep(9_000, 9_000, 9_000, 9_000)))
    const { agent, events } = await agentOn(ctx, model)
    await agent.send('go')
    expect(
      dataOf(events, 'context/pruned').flatMap(({ results }) => results.map(({ callId }) => callId)),
    ).toEqual(['call-1'])
    expect(
      resultsIn(model.requests.at(-1)!)
        .slice(-4)
        .map(({ length }) => length),
    ).toEqual(Array(4).fill(9_000))
  })

  test('counts as the provider does, once it has counted', async () => {
    const ctx = await hostWith({ tokens: 10_000, keepRecentResults: 0 })
    const usage = { input: 7_900, output: 1 }
    const model = modelOf(inTurn({ ...grep(3_000), usage }, grep(1_000)))
    const { agent, events } = await agentOn(ctx, model)
    await agent.send('go')
    expect(dataOf(events, 'context/pruned')).toMatchObject([{ step: 3, results: [{ bytes: 3_000 }] }])
  })

  test('does not advise to repeat what changes something', async () => {
    const ctx = await hostWith({ tokens: 4_000, keepRecentResults: 0 })
    const model = modelOf(inTurn({ calls: [['bash', { bytes: 9_000 }]] }, grep(9_000)))
    const { agent, events } = await agentOn(ctx, model)
    await agent.send('go')
    expect(dataOf(events, 'context/pruned')[0]!.results[0]!.text).toBe(
      '[result of bash left out to save room: 9,000 bytes]',
    )
  })

  test.each([
    [{ tokens: 0 }, /tokens must be a positive integer, not 0/],
    [{ share: 1.5 }, /share must be a number over 0 and up to 1/],
    [{ share: 0.5, lowShare: 0.6 }, /lowShare must be .* up to share \(0\.5\)/],
    [{ keepRecentResults: -1 }, /keepRecentResults must be an integer/],
    [{ minBytes: 0.5 }, /minBytes must be an integer/],
  ])('refuses %j', async (options, problem) => {
    await expect(hostWith(options)).rejects.toThrow(problem)
  })
})

describe('a request that the provider finds too long', () => {
  test('is made once more with a shorter past', async () => {
    const ctx = await hostWith({})
    const model = modelOf(inTurn(grep(9_000), grep(9_000), tooLong))
    const { agent, events } = await agentOn(ctx, model)
    expect(await agent.send('go')).toMatchObject({ reason: 'done' })
    expect(model.requests).toHaveLength(4)
    expect(dataOf(events, 'context/pruned')).toHaveLength(1)
    expect(weightIn(model.requests[3]!)).toBeLessThan(weightIn(model.requests[2]!) - 8_000)
  })

  test('is made once more without a result that does not fit at all', async () => {
    const ctx = await hostWith({})
    const fits: Script = (request, n) =>
      weightIn(request) > 50_000 ? tooLong() : n === 0 ? grep(100_000) : {}
    const model = modelOf(fits)
    const { agent } = await agentOn(ctx, model)
    expect(await agent.send('go')).toMatchObject({ reason: 'done' })
    expect(resultsIn(model.requests.at(-1)!)).toEqual([
      '[result of grep left out: its 100,000 bytes do not fit into what the model can take; ask for less]',
    ])
  })

  test('fails clearly after that, and where there is nothing to leave out', async () => {
    const ctx = await hostWith({})
    const twice = modelOf(inTurn(grep(9_000), tooLong, tooLong))
    const first = await agentOn(ctx, twice)
    expect(await first.agent.send('go')).toMatchObject({ reason: 'failed', code: 'MODEL_CONTEXT_LENGTH' })
    expect(twice.requests).toHaveLength(3)
    const once = modelOf(inTurn(tooLong))
    const second = await agentOn(ctx, once)
    expect(await second.agent.send('go')).toMatchObject({ reason: 'failed', code: 'MODEL_CONTEXT_LENGTH' })
    expect(once.requests).toHaveLength(1)
    expect(dataOf(second.events, 'model/notice')).toMatchObject([
      { message: expect.stringContaining('nothing more of it can be left out') },
    ])
  })
})

describe('a summary', () => {
  const words = (bytes: number): string => 'w'.repeat(bytes)

  /** Two turns of which the first is long. */
  async function twoTurns(
    writer: AgentModel | undefined,
    options: ContextWindowOptions = { tokens: 10_000 },
  ) {
    const ctx = await hostWith({ ...options, summarise: writer === undefined ? true : { model: writer } })
    const model = modelOf(inTurn({ text: words(40_000) }))
    const { agent, events } = await agentOn(ctx, model)
    await agent.send('first words')
    const second = await agent.send('second words')
    return { agent, events, model, second }
  }

  test('takes the place of the turns before, where leaving results out is not enough', async () => {
    const writer = modelOf(inTurn({ text: 'they greeted', usage: { input: 11, output: 2 } }))
    const { events, model, second } = await twoTurns(writer)
    expect(second.reason).toBe('done')
    const [summarised] = dataOf(events, 'context/summarised')
    expect(summarised).toMatchObject({
      summary: 'they greeted',
      by: 'context-window',
      usage: { input: 11, output: 2 },
    })
    const begin = events.filter(({ type }) => type === 'user/message')[1]!
    expect(summarised!.keptFrom).toBe(begin.seq)
    const [asked] = writer.requests
    expect(asked).toMatchObject({ tools: [], messages: [{ role: 'user' }] })
    expect(JSON.stringify(asked!.messages)).toContain('USER\\nfirst words')
    const last = JSON.stringify(model.requests.at(-1)!.messages)
    expect(last).toContain('they greeted')
    expect(last).toContain('second words')
    expect(last).not.toContain('first words')
  })

  test.each<[string, Partial<AgentModel>, Partial<AgentOptions>, number | undefined]>([
    ['of whoever writes it', { price: { input: 2, output: 3 } }, {}, 8],
    ['that nobody knows where its writer has no price', {}, {}, undefined],
    ['as of the agent itself where that would evade a budget', {}, { limits: { cost: 1_000 } }, 50],
  ])('has the cost %s', async (_, facts, options, cost) => {
    const usage = { input: 1_000_000, output: 2_000_000 }
    const writer = modelOf(inTurn({ text: 'they greeted', usage }), facts)
    const ctx = await hostWith({ tokens: 10_000, summarise: { model: writer } })
    const model = modelOf(inTurn({ text: words(40_000) }), { price: { input: 10, output: 20 } })
    const { agent, events } = await agentOn(ctx, model, options)
    await agent.send('first words')
    await agent.send('second words')
    expect(dataOf(events, 'context/summarised').map((summarised) => summarised.cost)).toEqual([cost])
  })

  test('has the summary before it in it', async () => {
    const writer = modelOf((_, n) => ({ text: `summary ${n}` }))
    const { agent } = await twoTurns(writer, { tokens: 300, share: 0.1, lowShare: 0.1 })
    await agent.send(words(4_000))
    expect(writer.requests.length).toBeGreaterThan(1)
    expect(JSON.stringify(writer.requests[1])).toContain('SUMMARY OF WHAT WAS BEFORE\\nsummary 0')
  })

  test.each<[string, Said | (() => Said), RegExp]>([
    ['fails', () => tooLong(), /could not be summarised: the conversation is longer/],
    ['says nothing', {}, /could not be summarised: the model wrote no summary/],
    ['makes calls', { text: 'x', calls: [['grep', {}]] }, /the summary broke off .*"tool-calls"/],
  ])('that %s is told of, and the turn goes on', async (_, said, message) => {
    const { events, second } = await twoTurns(modelOf(inTurn(said)))
    expect(second.reason).toBe('done')
    expect(dataOf(events, 'context/summarised')).toEqual([])
    expect(dataOf(events, 'model/notice')).toMatchObject([
      { turn: 2, message: expect.stringMatching(message) },
    ])
  })

  test('that fails in a sub-agent is told of as its own', async () => {
    const ctx = await hostWith({ tokens: 100, summarise: { model: modelOf(() => tooLong()) } })
    const model = modelOf(inTurn({ text: words(900) }))
    const { agent, events } = await agentOn(ctx, model)
    const child = await ctx.agents.spawn(agent, { callId: 'c', description: 'd' })
    await child.send('first')
    await child.send('second')
    expect(events.filter(({ type }) => type === 'model/notice')).toMatchObject([{ agent: child.id }])
  })

  test('is not tried again in the same turn', async () => {
    const writer = modelOf(() => tooLong())
    const ctx = await hostWith({ tokens: 100, summarise: { model: writer } })
    const { agent } = await agentOn(ctx, modelOf(inTurn({ text: words(900) }, grep(10), grep(10))))
    await agent.send('first')
    await agent.send('second')
    expect(writer.requests).toHaveLength(1)
  })
})
