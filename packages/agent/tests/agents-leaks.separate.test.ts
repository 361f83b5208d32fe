import { scriptedModel } from '@millrace/testkit'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { calling, eventsOf, loopBench, textTool } from './support/loop-bench.ts'

describe('an agent', () => {
  verifies(['security:R3'], 'leaves no timer and no listener behind after many turns', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const agent = await bench.agent(
      scriptedModel((_request, n) =>
        n % 2 ? 'done' : { text: 'x', calls: [calling('echo'), calling('echo')] },
      ),
    )
    await agent.send('go')
    const hooks = Object.values(bench.ctx.events._hooks).map((list) => list?.length)
    const before = timers()
    for (let n = 0; n < 100; n++) await agent.send('go')
    expect(timers()).toBe(before)
    expect(Object.values(bench.ctx.events._hooks).map((list) => list?.length)).toEqual(hooks)
    expect((await eventsOf(bench, agent)).filter(({ type }) => type === 'turn/end')).toHaveLength(101)
  })

  verifies(['security:R3'], 'leaves nothing behind in its host when it is disposed', async () => {
    const bench = await loopBench()
    const held = () => ({
      effects: bench.ctx.fiber.getEffects().length,
      hooks: Object.values(bench.ctx.events._hooks).map((list) => list?.length),
    })
    const live = async (): Promise<void> => {
      const agent = await bench.agent(['one'])
      const child = await bench.ctx.agents.spawn(agent, { callId: 'c', description: 'a child' })
      await agent.send('go')
      await agent.dispose()
      expect(child.status).toBe('disposed')
    }
    await live()
    const before = held()
    for (let n = 0; n < 30; n++) await live()
    expect(held()).toEqual(before)
    expect(bench.ctx.agents.all).toEqual([])
  })
})
