import { getEventListeners } from 'node:events'
import { text } from '@millrace/protocol'
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

/** Timers whose waits end when the test says so. */
function heldTimers() {
  const waits = new Set<{ ms: number; end: () => void }>()
  return {
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const wait = { ms, end: resolve }
        waits.add(wait)
        signal?.addEventListener('abort', () => {
          waits.delete(wait)
          reject(signal.reason as Error)
        })
      }),
    end: (ms: number) => {
      for (const wait of waits) if (wait.ms === ms) wait.end()
    },
    get waiting() {
      return [...waits].map(({ ms }) => ms)
    },
  }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('a turn that is interrupted', () => {
  test('while an answer streams keeps the words that had arrived, and drops its calls', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const model = scriptedModel([
      { text: ['half an ', 'answer'], waitForAbort: true, calls: [calling('echo')] },
      'all of it',
    ])
    const agent = await bench.agent(model)
    setTimeout(() => agent.interrupt('stop'), 20)
    expect(await agent.send('go')).toMatchObject({
      reason: 'interrupted',
      message: 'stop',
      text: 'half an answer',
    })
    const events = await eventsOf(bench, agent)
    expect(ofType(events, 'assistant/message')[0]?.data).toMatchObject({
      finish: 'interrupted',
      message: { role: 'assistant', content: [text('half an answer')] },
    })
    expect(ofType(events, 'tool/call')).toEqual([])
    expect(await agent.send('again')).toMatchObject({ reason: 'done' })
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  test('by the signal of its message ends, and the next message has its turn', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([{ waitForAbort: true }, 'second'])
    const controller = new AbortController()
    const first = agent.send('one', controller.signal)
    const second = agent.send('two')
    await soon()
    controller.abort()
    expect(await first).toMatchObject({ turn: 1, reason: 'interrupted' })
    expect(await second).toMatchObject({ turn: 2, reason: 'done', text: 'second' })
  })

  test('keeps the answer of a model that answers in full all the same, without its calls', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    bench.ctx.on('agent/step', async (_step, next) => {
      const answer = await next()
      agent.interrupt()
      return answer
    })
    const agent = await bench.agent([{ text: 'whole', calls: [calling('echo')] }])
    expect(await agent.send('go')).toMatchObject({ reason: 'interrupted', text: 'whole' })
    const events = await eventsOf(bench, agent)
    expect(ofType(events, 'assistant/message')[0]?.data.message).not.toHaveProperty('toolCalls')
  })

  test('does not wait for ever for a model that hears nothing', async () => {
    const timers = heldTimers()
    const bench = await loopBench({ timers })
    bench.ctx.on('agent/step', (_step, next) => next().then(() => new Promise(() => undefined)))
    const agent = await bench.agent(['heard of'])
    const turn = agent.send('go')
    await soon()
    agent.interrupt()
    await soon()
    expect(timers.waiting).toContain(2000)
    timers.end(2000)
    expect(await turn).toMatchObject({ reason: 'interrupted', text: 'heard of' })
  })

  for (const name of ['agent/pre-step', 'agent/post-step', 'system-prompt/assemble'] as const) {
    test(`does not wait for ever for a listener of ${name}`, async () => {
      const timers = heldTimers()
      const bench = await loopBench({ timers })
      bench.ctx.on(name, () => new Promise<never>(() => undefined))
      const agent = await bench.agent(['words'])
      const turn = agent.send('go')
      await new Promise((resolve) => setTimeout(resolve, 20))
      agent.interrupt()
      await soon()
      timers.end(2000)
      expect(await turn).toMatchObject({ reason: 'interrupted' })
    })
  }

  test('by a listener that hears of the answer still gives each logged call its result', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    bench.ctx.on('agent/event', (agent, event) => {
      if (event.type === 'assistant/message') agent.interrupt('at the answer')
    })
    const agent = await bench.agent([{ calls: [calling('echo'), calling('echo')] }])
    expect(await agent.send('go')).toMatchObject({ reason: 'interrupted', message: 'at the answer' })
    expect(codesOf(await eventsOf(bench, agent))).toEqual([
      'ABORTED_BEFORE_DISPATCH',
      'ABORTED_BEFORE_DISPATCH',
    ])
  })

  test('leaves no listener on the signal of whoever sent the message', async () => {
    const bench = await loopBench()
    const agent = await bench.agent(scriptedModel(() => 'ok'))
    const { signal } = new AbortController()
    for (let n = 0; n < 50; n++) await agent.send('go', signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a message that waits for its turn', () => {
  test('leaves the inbox with its signal', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([{ waitForAbort: true }, 'third'])
    const controller = new AbortController()
    const first = agent.send('one')
    const second = agent.send('two', controller.signal)
    const third = agent.send('three')
    await soon()
    controller.abort()
    expect(await second).toMatchObject({ turn: 0, reason: 'interrupted' })
    agent.interrupt()
    expect(await first).toMatchObject({ reason: 'interrupted' })
    expect(await third).toMatchObject({ turn: 2, text: 'third' })
  })

  test('that is none fails without a turn', async () => {
    const bench = await loopBench()
    const agent = await bench.agent([])
    expect(await agent.send({ role: 'user', content: [undefined] } as never)).toMatchObject({
      turn: 0,
      reason: 'failed',
      code: 'AGENT_MESSAGE',
    })
    expect(await eventsOf(bench, agent)).toEqual([])
  })
})

describe('an agent that is disposed in the middle of a batch', () => {
  test('waits for its calls, gives each its result and closes the log', async () => {
    const bench = await loopBench()
    let rest = 0
    bench.ctx.tools.register(
      textTool('work', (_text, signal) => {
        setImmediate(() => void agent.dispose())
        return untilAborted(signal).catch(() => `${++rest}`)
      }),
    )
    const agent = await bench.agent([{ calls: [calling('work'), calling('work')] }])
    const turn = agent.send('go')
    const waiting = agent.send('never')
    expect(await turn).toMatchObject({ reason: 'interrupted' })
    expect(await waiting).toMatchObject({ turn: 0, code: 'AGENT_DISPOSED' })
    await agent.dispose()
    expect(rest).toBe(2)
    expect(agent.status).toBe('disposed')
    expect(await agent.send('more')).toMatchObject({ reason: 'failed', code: 'AGENT_DISPOSED' })
    expect(codesOf((await bench.store.read(agent.id)).events)).toEqual(['ABORTED', 'ABORTED'])
    expect(() => agent.session.append('model/notice', { turn: 1, step: 1, message: 'late' })).toThrow(
      'closed',
    )
  })
})
