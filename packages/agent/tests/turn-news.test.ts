import { scriptedModel } from '@millrace/testkit'
import { ModelError } from '@millrace/agent'
import { describe, expect, test } from 'vitest'
import { calling, eventsOf, loopBench, ofType, textTool } from './support/loop-bench.ts'

describe('news of an answer', () => {
  test('is put together, and adds up to the message', async () => {
    const bench = await loopBench()
    const pieces = Array.from({ length: 5000 }, (_, n) => `${n} `)
    const agent = await bench.agent([{ reasoning: 'let me think', text: pieces }])
    await agent.send('go')
    const chunks = ofType(await eventsOf(bench, agent), 'assistant/chunk')
    expect(chunks.length).toBeLessThan(20)
    expect(chunks[0]?.data).toMatchObject({ kind: 'reasoning', text: 'let me think' })
    const said = chunks.filter(({ data }) => data.kind === 'text').map(({ data }) => data.text)
    expect(said.join('')).toBe(pieces.join(''))
  })

  test('of slow words is not held back until the end', async () => {
    const bench = await loopBench()
    let chunks = 0
    bench.ctx.on('agent/event', (_agent, { type }) => {
      if (type === 'assistant/chunk') chunks += 1
    })
    bench.ctx.on('agent/step', async (_step, next) => {
      const answer = await next()
      await expect.poll(() => chunks).toBe(1)
      return answer
    })
    const agent = await bench.agent(['some words'])
    expect(await agent.send('go')).toMatchObject({ reason: 'done' })
  })

  test('tells of retries and notices', async () => {
    const bench = await loopBench()
    const retry = {
      kind: 'retry',
      attempt: 2,
      code: 'MODEL_UNAVAILABLE',
      message: 'busy',
      delayMs: 5,
    } as const
    const agent = await bench.agent([
      { news: [retry, { kind: 'notice', message: 'a pattern was lost' }], text: 'ok' },
    ])
    await agent.send('go')
    const events = await eventsOf(bench, agent)
    expect(ofType(events, 'model/retry')[0]?.data).toMatchObject({ attempt: 2, code: 'MODEL_UNAVAILABLE' })
    expect(ofType(events, 'model/notice')[0]?.data).toMatchObject({ message: 'a pattern was lost' })
  })

  test('of an error ends the turn with its code; the session goes on', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([
      { text: 'I was about', error: new ModelError('MODEL_RATE_LIMIT', 'no credit left') },
      'back',
    ])
    expect(await agent.send('go')).toMatchObject({
      reason: 'failed',
      code: 'MODEL_RATE_LIMIT',
      message: 'no credit left',
    })
    expect(ofType(await eventsOf(bench, agent), 'step/end')[0]?.data).toMatchObject({ finish: 'error' })
    expect(await agent.send('again')).toMatchObject({ reason: 'done', text: 'back' })
  })

  test('of a call is logged while it runs: ten times a second at most, and the last one always', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register({
      ...textTool('work'),
      execute: async (_args, exec) => {
        for (let done = 1; done <= 500; done++) exec.reportProgress({ done, total: 500 })
        return ''
      },
    })
    const agent = await bench.agent([{ calls: [calling('work')] }, 'done'])
    await agent.send('go')
    const progress = ofType(await eventsOf(bench, agent), 'tool/progress').map(({ data }) => data.done)
    expect(progress).toEqual([undefined, 1, 500])
  })

  test('of calls comes before their results: questions, answers, grants and traces', async () => {
    const bench = await loopBench()
    const grant = { id: 'g', rule: 'work', lasts: 'session', by: 'test', at: 0 } as const
    bench.ctx.tools.register(textTool('work'))
    bench.ctx.on('tools/pre-execute', () => Promise.resolve({ kind: 'ask' }))
    bench.ctx.provide('approval', {
      request: async ({ callId, toolName }: { callId: string; toolName: string }) => {
        const question = { requestId: `r-${callId}`, callId, toolName, argumentsHash: 'h' }
        bench.ctx.emit('approval/asked', question)
        bench.ctx.emit('permission/granted', { ...grant, for: { callId, toolName } })
        bench.ctx.emit('permission/granted', { ...grant, id: 'other', for: { callId: 'unknown', toolName } })
        bench.ctx.emit('approval/decided', { ...question, outcome: 'allowed-once', by: 'test' })
        return 'allowed-once'
      },
    })
    const bystander = await bench.agent([])
    const agent = await bench.agent([{ calls: [calling('work')] }, 'done'])
    await agent.send('go')
    const types = (await eventsOf(bench, agent)).map(({ type }) => type)
    const from = types.indexOf('tool/call')
    expect(types.slice(from, from + 8)).toEqual([
      'tool/call',
      'approval/asked',
      'permission/granted',
      'approval/decided',
      'tool/progress',
      'tool/trace',
      'tool/result',
      'step/start',
    ])
    expect(await eventsOf(bench, bystander)).toEqual([])
  })
})

describe('an empty answer', () => {
  test('ends the turn and is left out of later requests', async () => {
    const bench = await loopBench()
    const model = scriptedModel([{}, 'ok'])
    const agent = await bench.agent(model)
    expect(await agent.send('go')).toMatchObject({ reason: 'done', text: '' })
    await agent.send('again')
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'user'])
  })
})
