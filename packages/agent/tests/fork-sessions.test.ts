import { scriptedModel } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import { calling, eventsOf, loopBench, ofType, textTool } from './support/loop-bench.ts'

async function twoTurns() {
  const bench = await loopBench()
  bench.ctx.tools.register(textTool('echo'))
  const usage = { input: 10, output: 1 }
  const agent = await bench.agent([
    { calls: [calling('echo', 'a')], usage },
    { text: 'one', usage },
    { text: 'two', usage },
  ])
  await agent.send('first')
  await agent.send('second')
  const events = await eventsOf(bench, agent)
  return { bench, agent, events, ends: ofType(events, 'turn/end').map(({ seq }) => seq) }
}

describe('a fork', () => {
  test('has the past through the end of a turn, and goes its own way', async () => {
    const { bench, agent, events, ends } = await twoTurns()
    const model = scriptedModel(['other'])
    const fork = await bench.ctx.agents.fork(agent.id, { model, through: ends[0]! })
    bench.compare(model, fork)
    expect(fork.totals).toMatchObject({ steps: 2, usage: { input: 20 } })
    expect(await fork.send('another second')).toMatchObject({ turn: 2, text: 'other' })
    expect(fork.session.header).toMatchObject({ forkOf: { session: agent.id, seq: ends[0] } })
    const forked = await eventsOf(bench, fork)
    const past = events.slice(0, ends[0]! + 1)
    expect(forked.slice(0, past.length).map(({ type, data }) => ({ type, data }))).toEqual(
      past.map(({ type, data }) => ({ type, data })),
    )
    expect(await eventsOf(bench, agent)).toEqual(events)
  })

  test('begins at the last end of a turn unless told otherwise, also of a session in use', async () => {
    const { bench, agent, ends } = await twoTurns()
    const fork = await bench.ctx.agents.fork(agent.id, { model: scriptedModel([]) })
    expect(fork.session.header.forkOf).toEqual({ session: agent.id, seq: ends[1] })
    expect(fork.totals.steps).toBe(3)
  })

  test('acts for whom the last turn that it takes over acted, unless told otherwise', async () => {
    const bench = await loopBench()
    const first = await bench.agent(['one'], { principal: 'alice' })
    await first.send('go')
    await first.dispose()
    const model = scriptedModel(['two'])
    const second = await bench.ctx.agents.resume(first.id, { model, principal: 'bob' })
    bench.compare(model, second)
    await second.send('go')
    const [alices] = ofType(await eventsOf(bench, second), 'turn/end')
    const principalOf = async (options: object): Promise<string> => {
      const fork = await bench.ctx.agents.fork(first.id, { model: scriptedModel([]), ...options })
      expect(fork.session.header.principal).toBe(fork.principal)
      return fork.principal
    }
    expect(await principalOf({})).toBe('bob')
    expect(await principalOf({ through: alices!.seq })).toBe('alice')
    expect(await principalOf({ principal: 'carol' })).toBe('carol')
  })

  test('begins nowhere else', async () => {
    const { bench, agent, ends } = await twoTurns()
    const at = (through: number) => bench.ctx.agents.fork(agent.id, { model: scriptedModel([]), through })
    await expect(at(0)).rejects.toMatchObject({ code: 'FORK_POINT' })
    await expect(at(9999)).rejects.toThrow(`turns end at ${ends.join(', ')}`)
    const empty = await bench.agent([])
    await expect(bench.ctx.agents.fork(empty.id, { model: scriptedModel([]) })).rejects.toThrow(
      'no turn of it has ended',
    )
    await expect(bench.ctx.agents.fork('nothing', { model: scriptedModel([]) })).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    })
  })

  test('that cannot be written leaves nothing behind', async () => {
    const { bench, agent } = await twoTurns()
    const before = bench.ctx.agents.all.length
    await expect(
      bench.ctx.agents.fork(agent.id, { model: scriptedModel([]), restrict: { deny: ['nothing'] } }),
    ).rejects.toThrow('unknown global tool')
    expect(bench.ctx.agents.all).toHaveLength(before)
    const ids = []
    for await (const { id } of bench.store.list()) ids.push(id)
    expect(ids).toEqual([agent.id])
  })
})
