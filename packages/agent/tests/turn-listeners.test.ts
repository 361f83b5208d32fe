import { text } from '@millrace/protocol'
import { scriptedModel } from '@millrace/testkit'
import { describe, expect, test, vi } from 'vitest'
import { calling, eventsOf, loopBench, ofType, textTool } from './support/loop-bench.ts'

describe('agent/pre-step', () => {
  test('may deny a step: the turn ends, and nothing is asked', async () => {
    const bench = await loopBench()
    bench.ctx.on('agent/pre-step', () => Promise.resolve({ kind: 'deny', reason: 'not today' }))
    const model = scriptedModel([])
    const agent = await bench.agent(model)
    expect(await agent.send('go')).toMatchObject({ reason: 'denied', message: 'not today' })
    expect(model.requests).toEqual([])
  })

  for (const odd of [undefined, true, { kind: 'allowed' }, { kind: 'deny' }, { kind: 'ask', reason: 1 }]) {
    test(`denies where a listener answers with ${JSON.stringify(odd)}`, async () => {
      const bench = await loopBench()
      bench.ctx.on('agent/pre-step', () => Promise.resolve(odd as never))
      const agent = await bench.agent([])
      const result = await agent.send('go')
      expect(result.reason).toBe('denied')
      expect(result.message).toContain('not a decision')
    })
  }

  test('fails the turn where a listener throws', async () => {
    const bench = await loopBench()
    bench.ctx.on('agent/pre-step', () => {
      throw new Error('broken policy')
    })
    const agent = await bench.agent([])
    expect(await agent.send('go')).toMatchObject({ reason: 'failed', message: 'broken policy' })
  })

  test('may ask: a yes lets the step come, anything else denies', async () => {
    const bench = await loopBench()
    bench.ctx.on('agent/pre-step', () => Promise.resolve({ kind: 'ask', reason: 'it is late' }))
    const alone = await bench.agent([])
    expect(await alone.send('go')).toMatchObject({ reason: 'denied', message: 'it is late' })
    const answers = ['allowed-once', { kind: 'rejected', message: 'go home' }, 'unavailable', 'yes']
    const request = vi.fn(async (_request: unknown) => answers.shift())
    bench.ctx.provide('approval', { request })
    const agent = await bench.agent(['ok'])
    expect(await agent.send('go')).toMatchObject({ reason: 'done', text: 'ok' })
    expect(await agent.send('go')).toMatchObject({
      reason: 'denied',
      message: 'the user rejected the next step: go home',
    })
    expect((await agent.send('go')).message).toContain('no approval channel')
    expect((await agent.send('go')).message).toContain('not an answer')
    const [first] = request.mock.calls[0] as [Record<string, unknown>]
    expect(first['agent']).toBe(agent)
    expect(first).toMatchObject({ toolName: 'agent/step', reason: 'it is late' })
  })

  test('is heard for the agents of a scope only', async () => {
    const bench = await loopBench()
    const [one, other] = [await bench.agent(['ok']), await bench.agent(['ok'])]
    one.ctx.on('agent/pre-step', () => Promise.resolve({ kind: 'deny', reason: 'no' }))
    expect(await one.send('go')).toMatchObject({ reason: 'denied' })
    expect(await other.send('go')).toMatchObject({ reason: 'done' })
  })

  test('may make the past shorter, which is logged', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('big', () => 'x'.repeat(1000)))
    bench.ctx.on('agent/pre-step', (step, next) => {
      if (step.step === 2) step.prune([{ callId: 'c', text: '[left out]' }], 'test')
      if (step.turn === 2) {
        const [first] = step.conversation.entries.filter(({ kind, turn }) => kind === 'user' && turn === 2)
        step.summarise({
          keptFrom: first!.seq,
          text: 'we talked',
          by: 'test',
          usage: { input: 7, output: 1 },
        })
      }
      return next()
    })
    const model = scriptedModel([{ calls: [calling('big', '', 'c')] }, 'done', 'again'])
    const agent = await bench.agent(model)
    await agent.send('go')
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: [text('[left out]')] })
    await agent.send('more')
    expect(model.requests[2]?.messages.map(({ content }) => content)).toEqual([
      'A summary of the conversation so far, in place of its words:\n\nwe talked',
      'more',
    ])
    const events = await eventsOf(bench, agent)
    expect(ofType(events, 'context/pruned')[0]?.data.results).toEqual([
      { callId: 'c', bytes: 1000, text: '[left out]' },
    ])
    expect(agent.totals.usage).toEqual({ input: 7, output: 1 })
  })

  test('cannot change the past of a step that has its answer', async () => {
    const bench = await loopBench()
    let kept: { prune: (results: never[], by: string) => void } | undefined
    bench.ctx.on('agent/pre-step', (step, next) => {
      kept = step as never
      return next()
    })
    const agent = await bench.agent(['ok'])
    await agent.send('go')
    expect(() => kept?.prune([], 'test')).toThrow('has its answer')
  })
})

describe('agent/step', () => {
  test('may answer itself, and what makes no sense fails the turn', async () => {
    const bench = await loopBench()
    const answers: unknown[] = [
      { message: { role: 'assistant', content: [text('from a cache')] }, finish: 'stop' },
      { message: { role: 'assistant', content: 'text' }, finish: 'stop' },
      undefined,
      { message: { role: 'assistant', content: [], toolCalls: [{ id: 'x' }] }, finish: 'stop' },
      { message: { role: 'assistant', content: [{ type: 'text', text: undefined }] }, finish: 'stop' },
    ]
    bench.ctx.on('agent/step', () => Promise.resolve(answers.shift() as never))
    const agent = await bench.agent([], { model: scriptedModel([]) })
    expect(await agent.send('go')).toMatchObject({ reason: 'done', text: 'from a cache' })
    for (let left = answers.length; left > 0; left--) {
      expect(await agent.send('go')).toMatchObject({ reason: 'failed', code: 'MODEL_STREAM_CUT' })
    }
  })

  test('may ask again: what had arrived counts for nothing', async () => {
    const bench = await loopBench()
    bench.ctx.on('agent/step', (_step, next) => next().catch(next))
    const agent = await bench.agent([{ text: 'wrong ', error: new Error('cut') }, 'right'], {
      model: scriptedModel([{ text: 'wrong ', error: new Error('cut') }, 'right']),
    })
    expect(await agent.send('go')).toMatchObject({ reason: 'done', text: 'right' })
    const types = (await eventsOf(bench, agent)).map(({ type }) => type)
    expect(types.slice(4)).toEqual([
      'assistant/chunk',
      'model/retry',
      'assistant/chunk',
      'assistant/message',
      'step/end',
      'turn/end',
    ])
  })
})

describe('agent/post-step', () => {
  test('may keep the turn from ending, with feedback and contexts for the model', async () => {
    const bench = await loopBench()
    bench.ctx.on('agent/post-step', async (step, outcome, next) => {
      if (step.step > 1) return next()
      expect(outcome).toMatchObject({ isLast: true, answer: { finish: 'stop' } })
      return {
        kind: 'block',
        feedback: [text('run the tests first')],
        additionalContexts: [{ role: 'user', content: 'and the linter' }],
      }
    })
    const model = scriptedModel(['done', 'really done'])
    const agent = await bench.agent(model)
    expect(await agent.send('go')).toMatchObject({ reason: 'done', text: 'really done' })
    expect(model.requests[1]?.messages.slice(2)).toEqual([
      {
        role: 'user',
        content: [text('run the tests first')],
        source: { kind: 'plugin', plugin: 'agent/post-step' },
      },
      { role: 'user', content: 'and the linter' },
    ])
  })

  for (const odd of [
    undefined,
    { kind: 'allow' },
    { kind: 'block' },
    { kind: 'accept', additionalContexts: [1] },
  ]) {
    test(`fails the turn where a listener answers with ${JSON.stringify(odd)}`, async () => {
      const bench = await loopBench()
      bench.ctx.on('agent/post-step', () => Promise.resolve(odd as never))
      const agent = await bench.agent(['ok'])
      expect(await agent.send('go')).toMatchObject({ reason: 'failed' })
    })
  }
})

describe('observers', () => {
  test('hear each event and each end; what they throw concerns nobody', async () => {
    const bench = await loopBench()
    const heard: string[] = []
    bench.ctx.on('agent/event', (agent, event) => {
      heard.push(`${agent.id === event.agent ? 'sub' : 'own'} ${event.type}`)
      throw new Error('an observer')
    })
    bench.ctx.on('agent/turn-end', (_agent, { reason }) => {
      heard.push(reason)
      return Promise.reject(new Error('another')) as never
    })
    const agent = await bench.agent(['ok'])
    expect(await agent.send('go')).toMatchObject({ reason: 'done' })
    const logged = (await eventsOf(bench, agent)).map(({ type }) => `own ${type}`)
    expect(heard).toEqual([...logged, 'done'])
  })
})
