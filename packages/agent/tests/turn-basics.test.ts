import { describe, expect, test } from 'vitest'
import { loopBench, eventsOf, ofType, textTool } from './support/loop-bench.ts'

describe('a turn', () => {
  test('of words alone ends with them', async () => {
    const bench = await loopBench()
    const agent = await bench.agent(['hello'])
    const result = await agent.send('hi')
    expect(result).toMatchObject({ turn: 1, reason: 'done', text: 'hello' })
    const types = (await eventsOf(bench, agent)).map(({ type }) => type)
    expect(types).toEqual([
      'turn/start',
      'user/message',
      'prompt/assembled',
      'step/start',
      'assistant/chunk',
      'assistant/message',
      'step/end',
      'turn/end',
    ])
  })

  test('with calls tells the model their results in the order of the calls', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('upper', (text) => text.toUpperCase()))
    const agent = await bench.agent([
      {
        text: 'let me see',
        calls: [
          { name: 'upper', arguments: { text: 'a' } },
          { name: 'upper', arguments: { text: 'b' } },
        ],
      },
      'done',
    ])
    const result = await agent.send('go')
    expect(result).toMatchObject({ reason: 'done', text: 'done', totals: { steps: 2, calls: { done: 2 } } })
    const events = await eventsOf(bench, agent)
    const results = ofType(events, 'tool/result')
    expect(results.map(({ data }) => data.content)).toEqual([
      [{ type: 'text', text: 'A' }],
      [{ type: 'text', text: 'B' }],
    ])
    const calls = ofType(events, 'tool/call')
    expect(results.map(({ data }) => data.callSeq)).toEqual(calls.map(({ seq }) => seq))
  })
})
