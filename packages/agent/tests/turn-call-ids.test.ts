import { scriptedModel } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { calling, codesOf, eventsOf, loopBench, ofType, textTool } from './support/loop-bench.ts'

describe('ids of calls', () => {
  verifies(
    ['fault:B133'],
    'that are empty, or stand twice in an answer or in a session, become unique before anything is logged',
    async () => {
      const bench = await loopBench()
      bench.ctx.tools.register(textTool('echo'))
      const agent = await bench.agent([
        { calls: [calling('echo', 'a', ''), calling('echo', 'b', 'x'), calling('echo', 'c', 'x')] },
        { calls: [calling('echo', 'd', 'x')] },
        'done',
        { calls: [calling('echo', 'e', 'x'), calling('echo', 'f', '')] },
        'done',
      ])
      await agent.send('one')
      await agent.send('two')
      const events = await eventsOf(bench, agent)
      const ids = ofType(events, 'tool/call').map(({ data }) => data.callId)
      expect(new Set(ids).size).toBe(6)
      expect(ids).not.toContain('')
      expect(ids[1]).toBe('x')
      expect(ofType(events, 'tool/result').map(({ data }) => data.callId)).toEqual(ids)
      expect(codesOf(events)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
    },
  )

  verifies(['fault:B133'], 'stay unique after the session was loaded again', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const script = [{ calls: [calling('echo', 'a', 'x')] }, 'done']
    const first = await bench.agent(script)
    await first.send('one')
    await first.dispose()
    const second = await bench.resume(first.id, script)
    await second.send('two')
    const ids = ofType(await eventsOf(bench, second), 'tool/result').map(({ data }) => data.callId)
    expect(new Set(ids).size).toBe(2)
  })

  test('of a sub-agent are other ones than those of its parent', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const agent = await bench.agent([{ calls: [calling('echo', 'a', 'x')] }, 'done'])
    await agent.send('one')
    const child = await bench.ctx.agents.spawn(agent, {
      callId: 'x',
      description: 'a child',
      model: scriptedModel([{ calls: [calling('echo', 'b', 'x')] }, 'done'], {
        name: { provider: 's', id: 'child' },
      }),
    })
    await child.send('two')
    await child.dispose()
    const ids = ofType(await eventsOf(bench, agent), 'tool/result').map(({ data }) => data.callId)
    expect(new Set(ids).size).toBe(2)
  })
})
