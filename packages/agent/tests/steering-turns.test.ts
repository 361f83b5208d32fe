import { scriptedModel } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import { calling, eventsOf, loopBench, ofType, textTool } from './support/loop-bench.ts'

describe('steering', () => {
  test('reaches the model after the results of the batch, before its next step', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(
      textTool('work', () => {
        expect(agent.steer('be quick')).toBe(true)
        return 'ok'
      }),
    )
    const model = scriptedModel([{ calls: [calling('work', '', 'c')] }, 'done'])
    const agent = await bench.agent(model)
    await agent.send('go')
    expect(model.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'tool', callId: 'c', content: [{ type: 'text', text: 'ok' }], isError: false },
      { role: 'user', content: 'be quick' },
    ])
    expect(ofType(await eventsOf(bench, agent), 'user/message')[1]?.data).toMatchObject({ steering: true })
  })

  test('that comes with the last words keeps the turn from ending', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([
      { text: 'done?', expect: () => void agent.steer('not yet') },
      'now it is',
    ])
    expect(await agent.send('go')).toMatchObject({ reason: 'done', text: 'now it is', totals: { steps: 2 } })
  })

  test('that comes while the last listeners are asked does, too', async () => {
    const bench = await loopBench()
    bench.ctx.on('agent/post-step', (step, _outcome, next) => {
      if (step.step === 1) expect(agent.steer('one more thing')).toBe(true)
      return next()
    })
    const agent = await bench.agent(['done?', 'done'])
    expect(await agent.send('go')).toMatchObject({ reason: 'done', totals: { steps: 2 } })
  })

  test('of an idle agent is not taken', async () => {
    const bench = await loopBench()
    const agent = await bench.agent(['done'])
    expect(agent.steer('hello')).toBe(false)
    await agent.send('go')
    expect(agent.steer('hello')).toBe(false)
    expect(ofType(await eventsOf(bench, agent), 'user/message')).toHaveLength(1)
  })

  test('that was taken is in the log, although the turn is interrupted before its next step', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(
      textTool('work', () => {
        agent.steer('kept')
        agent.interrupt()
        return 'ok'
      }),
    )
    const agent = await bench.agent([{ calls: [calling('work')] }])
    expect(await agent.send('go')).toMatchObject({ reason: 'interrupted' })
    expect(ofType(await eventsOf(bench, agent), 'user/message')[1]?.data.message.content).toBe('kept')
  })
})
