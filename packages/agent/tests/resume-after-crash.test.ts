import { memorySessions, type SessionStore } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import { checkHistory, scriptedModel } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  calling,
  codesOf,
  eventsOf,
  loopBench,
  ofType,
  textTool,
  type LoopBench,
} from './support/loop-bench.ts'

/** Writes a session that was left after these events. */
async function leave(store: SessionStore, id: string, events: readonly SessionEvent[]): Promise<void> {
  const log = await store.create({ id, cwd: '/somewhere', principal: 'user', versions: {}, tools: {} })
  for (const { type, data, agent } of events) log.append(type, data, agent === undefined ? {} : { agent })
  await log.close()
}

/** A session with two calls, a sub-agent with a call of its own, and an end. */
async function wholeSession(): Promise<readonly SessionEvent[]> {
  const bench = await loopBench()
  bench.ctx.tools.register(textTool('echo'))
  bench.ctx.tools.register({
    ...textTool('delegate'),
    execute: async (_args, exec) => {
      const child = await bench.ctx.agents.spawn(agent, {
        callId: exec.callId,
        description: 'child',
        model: scriptedModel([{ calls: [calling('echo', 'c')] }, 'child done'], {
          name: { provider: 's', id: 'c' },
        }),
      })
      const { text } = await child.send('do it')
      await child.dispose()
      return text
    },
  })
  const agent = await bench.agent([
    { text: 'first', calls: [calling('echo', 'a'), calling('delegate')] },
    { calls: [calling('echo', 'b')] },
    'done',
  ])
  await agent.send('go')
  return eventsOf(bench, agent)
}

async function resumed(bench: LoopBench, id: string): Promise<readonly SessionEvent[]> {
  const agent = await bench.resume(id, ['back again'])
  expect(await agent.send('go on')).toMatchObject({ reason: 'done', text: 'back again' })
  await agent.dispose()
  return eventsOf(bench, agent)
}

describe('a session that was cut off', () => {
  verifies(
    ['fault:B135'],
    'at any event is closed once: each call has one result, each turn its end, and it goes on',
    async () => {
      const whole = await wholeSession()
      const bench = await loopBench()
      for (let length = 0; length <= whole.length; length++) {
        const id = `cut-${length}`
        await leave(bench.store, id, whole.slice(0, length))
        const events = await resumed(bench, id)
        expect(checkHistory(events), `cut after ${length} events`).toEqual([])
        const again = await resumed(bench, id)
        expect(checkHistory(again), `cut after ${length} events, twice`).toEqual([])
        const [, second] = ofType(again, 'session/resumed')
        expect(second?.data).toEqual({ closedCalls: 0 })
        expect(codesOf(again)).toEqual(codesOf(events))
      }
    },
  )

  verifies(
    ['fault:B135'],
    'closes the calls under way with an unknown outcome, and runs none of them',
    async () => {
      const whole = await wholeSession()
      const bench = await loopBench()
      const ran: string[] = []
      bench.ctx.tools.register(textTool('echo', (text) => (ran.push(text), text)))
      const at = whole.findIndex(({ type }) => type === 'tool/result')
      await leave(bench.store, 'left', whole.slice(0, at))
      const events = await resumed(bench, 'left')
      expect(ran).toEqual([])
      expect(codesOf(events)).toEqual(['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'])
      expect(ofType(events, 'session/resumed')[0]?.data).toEqual({ closedCalls: 2 })
      expect(ofType(events, 'turn/end')[0]?.data).toMatchObject({ reason: 'interrupted', turn: 1 })
    },
  )

  verifies(
    ['fault:B135'],
    'keeps a result that follows an unrelated event, and reports one that nobody asked for',
    async () => {
      const bench = await loopBench()
      bench.ctx.tools.register(textTool('echo'))
      const whole = await wholeSession()
      const firstEnd = whole.findIndex(({ type }) => type === 'step/end')
      const call = (callId: string) => ({ turn: 1, step: 1, callId, name: 'echo', arguments: '{}' })
      const result = (callId: string) => ({
        turn: 1,
        step: 1,
        callId,
        callSeq: 0,
        content: [],
        isError: false,
      })
      const odd = [
        { type: 'tool/call', data: call('b') },
        { type: 'model/notice', data: { turn: 1, step: 1, message: 'unrelated' } },
        { type: 'tool/result', data: result('b') },
        { type: 'tool/result', data: result('orphan') },
      ] as unknown as SessionEvent[]
      const before = whole.slice(0, 3)
      await leave(bench.store, 'odd', [...before, ...odd])
      expect(firstEnd).toBeGreaterThan(0)
      const agent = await bench.ctx.agents.resume('odd', { model: scriptedModel([]) })
      await agent.dispose()
      const { events } = await bench.store.read('odd')
      expect(ofType(events, 'tool/result').map(({ data }) => data.callId)).toEqual(['b', 'orphan'])
      const warned = bench.logs.filter(({ args }) => String(args[0]).includes('call orphan'))
      expect(warned).toHaveLength(1)
      await bench.store.remove('odd')
    },
  )
})

describe('a session that goes on', () => {
  test('has its totals, its turns and its principal', async () => {
    const bench = await loopBench()
    const usage = { input: 10, output: 5 }
    const first = await bench.agent([{ text: 'one', usage }], { principal: 'alice' })
    await first.send('go')
    await first.dispose()
    const second = await bench.resume(first.id, ['two'])
    expect(second.totals).toMatchObject({ steps: 1, usage })
    expect(await second.send('again')).toMatchObject({ turn: 2, totals: { steps: 1 } })
    const starts = ofType(await eventsOf(bench, second), 'turn/start')
    expect(starts.map(({ data }) => data)).toEqual([
      { turn: 1, principal: 'alice' },
      { turn: 2, principal: 'alice' },
    ])
    expect(second.totals.steps).toBe(2)
  })

  test('cannot be opened twice', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([])
    await expect(bench.resume(agent.id, [])).rejects.toMatchObject({ code: 'SESSION_LOCKED' })
  })

  test('is released where the agent cannot be made', async () => {
    const bench = await loopBench({ store: memorySessions() })
    const first = await bench.agent(['one'])
    await first.send('go')
    await first.dispose()
    const model = scriptedModel([])
    await expect(
      bench.ctx.agents.resume(first.id, { model, restrict: { allow: ['nothing'] } }),
    ).rejects.toThrow('unknown global tool "nothing"')
    await (await bench.resume(first.id, [])).dispose()
  })
})
