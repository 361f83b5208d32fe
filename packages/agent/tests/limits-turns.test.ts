import { manualClock } from '@millrace/host'
import { scriptedModel } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import {
  calling,
  codesOf,
  eventsOf,
  loopBench,
  ofType,
  textTool,
  untilAborted,
} from './support/loop-bench.ts'

const usage = { input: 600, output: 400 }

describe('a limit', () => {
  test('of steps ends the turn before the next one', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('work'))
    const agent = await bench.agent(
      scriptedModel(() => ({ calls: [calling('work')] })),
      { limits: { steps: 3 } },
    )
    expect(await agent.send('go')).toMatchObject({
      reason: 'limit',
      code: 'steps',
      message: 'the limit of 3 steps in one turn is reached; raise limits.steps to go on',
      totals: { steps: 3, calls: { done: 3 } },
    })
    expect(await agent.send('again')).toMatchObject({ reason: 'limit', totals: { steps: 3 } })
    const ends = ofType(await eventsOf(bench, agent), 'turn/end')
    expect(ends.map(({ data }) => data.session.steps)).toEqual([3, 6])
  })

  test('of 100 steps holds unless another one is given', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('work'))
    const agent = await bench.agent(scriptedModel(() => ({ calls: [calling('work')] })))
    expect(await agent.send('go')).toMatchObject({ reason: 'limit', code: 'steps', totals: { steps: 100 } })
  })

  test('of calls refuses those beyond it with a result, and ends the turn', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('work'))
    const three = { calls: [calling('work'), calling('work'), calling('work')] }
    const agent = await bench.agent([{ calls: [calling('work')] }, three, 'never'], { limits: { calls: 2 } })
    expect(await agent.send('go')).toMatchObject({ reason: 'limit', code: 'calls' })
    const events = await eventsOf(bench, agent)
    expect(codesOf(events)).toEqual(['ok', 'ok', 'LIMIT_REACHED', 'LIMIT_REACHED'])
    expect(agent.totals.calls).toEqual({ done: 2, failed: 0, denied: 2, cancelled: 0 })
  })

  test('of turns ends the next one before it asks the model', async () => {
    const bench = await loopBench()
    const agent = await bench.agent(['one'], { limits: { turns: 1 } })
    await agent.send('go')
    expect(await agent.send('again')).toMatchObject({
      turn: 2,
      reason: 'limit',
      code: 'turns',
      message: 'the limit of 1 turn of the session is reached; raise limits.turns to go on',
      totals: { steps: 0 },
    })
  })

  test('of tokens counts the whole session', async () => {
    const bench = await loopBench()
    const agent = await bench.agent(
      scriptedModel(() => ({ text: 'ok', usage })),
      { limits: { tokens: 1500 } },
    )
    expect(await agent.send('1')).toMatchObject({ reason: 'done' })
    expect(await agent.send('2')).toMatchObject({ reason: 'done' })
    expect(await agent.send('3')).toMatchObject({ reason: 'limit', code: 'tokens', totals: { steps: 0 } })
    expect(agent.totals.usage).toEqual({ input: 1200, output: 800 })
  })

  test('of cost needs a price, and counts with it', async () => {
    const bench = await loopBench()
    const price = { input: 1000, output: 2000 }
    const model = scriptedModel(() => ({ text: 'ok', usage }), { price })
    const agent = await bench.agent(model, { limits: { cost: 2 } })
    expect((await agent.send('1')).totals.cost).toBeCloseTo(1.4)
    await agent.send('2')
    expect(await agent.send('3')).toMatchObject({ reason: 'limit', code: 'cost' })
    await expect(bench.agent(scriptedModel([]), { limits: { cost: 2 } })).rejects.toMatchObject({
      code: 'AGENT_OPTIONS',
    })
  })

  test('of cost holds for sub-agents however deep: none may have a model without a price', async () => {
    const bench = await loopBench()
    const price = { input: 1, output: 1 }
    const parent = await bench.agent(scriptedModel([], { price }), { limits: { cost: 2 } })
    const work = { callId: 'c', description: 'd' }
    const child = await bench.ctx.agents.spawn(parent, work)
    const model = scriptedModel([], { name: { provider: 'p', id: 'free' } })
    for (const above of [parent, child]) {
      const spawned = bench.ctx.agents.spawn(above, { ...work, model })
      await expect(spawned).rejects.toMatchObject({
        code: 'AGENT_OPTIONS',
        message:
          'the option model of an agent must be one that has a price, as limits.cost holds for whom it works for: p/free has none',
      })
    }
    const unbound = await bench.agent([])
    expect(await bench.ctx.agents.spawn(unbound, { ...work, model })).toMatchObject({ status: 'idle' })
  })

  test('of time cancels what runs, and each call has its result', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('slow', (_text, signal) => untilAborted(signal)))
    const agent = await bench.agent([{ calls: [calling('slow'), calling('slow')] }], { limits: { ms: 30 } })
    expect(await agent.send('go')).toMatchObject({ reason: 'limit', code: 'ms' })
    expect(codesOf(await eventsOf(bench, agent)).length).toBe(2)
    expect(agent.totals.calls.cancelled).toBe(2)
  })

  test('that is none is refused by its name', async () => {
    const bench = await loopBench()
    for (const limits of [{ steps: 0 }, { calls: 1.5 }, { ms: Number.NaN }, { tokens: -1 }, { step: 3 }]) {
      const [name] = Object.keys(limits)
      await expect(bench.agent([], { limits: limits as never })).rejects.toThrow(`limits.${name}`)
    }
  })
})

describe('totals', () => {
  test('count cached tokens, reasoning and cost where they are known', async () => {
    const bench = await loopBench()
    const price = { input: 10, cachedInput: 1, output: 20 }
    const used = { input: 1_000_000, output: 500_000, cachedInput: 400_000, reasoning: 100 }
    const agent = await bench.agent(scriptedModel([{ text: 'a', usage: used }, { text: 'b' }], { price }))
    expect((await agent.send('1')).totals).toMatchObject({ usage: used, cost: 16.4 })
    expect(await agent.send('2')).toMatchObject({ totals: { usage: { input: 0, output: 0 } } })
    expect(agent.totals.cost).toBeCloseTo(16.4)
  })

  test('have no cost where a price is not known', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([{ text: 'a', usage }])
    expect((await agent.send('1')).totals).not.toHaveProperty('cost')
  })

  test('count the time in which tools ran once, also where they overlap', async () => {
    const clock = manualClock(1_000)
    const bench = await loopBench({ clock })
    let started = 0
    const gate: (() => void)[] = []
    bench.ctx.tools.register(
      textTool('work', async () => {
        if (++started === 2) setImmediate(() => (clock.advance(50), gate.forEach((open) => open())))
        await new Promise<void>((resolve) => gate.push(resolve))
        return ''
      }),
    )
    const agent = await bench.agent([{ calls: [calling('work'), calling('work')] }, 'done'])
    expect((await agent.send('go')).totals).toMatchObject({ ms: 50, toolMs: 50 })
  })
})
