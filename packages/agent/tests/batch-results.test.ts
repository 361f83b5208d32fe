import { contentText, text, type UserMessage } from '@millrace/protocol'
import { scriptedModel } from '@millrace/testkit'
import type { ToolDefinition } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  calling,
  codesOf,
  eventsOf,
  loopBench,
  ofType,
  textTool,
  untilAborted,
} from './support/loop-bench.ts'

const alone = (name: string, run: Parameters<typeof textTool>[1]): ToolDefinition =>
  textTool(name, run, { isConcurrencySafe: () => false })

describe('the calls of one answer', () => {
  test('cannot have the ids of calls that programs make', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(textTool('echo'))
    const ids = ['c1', 'c1:code:1']
    const agent = await bench.agent([{ calls: ids.map((id) => calling('echo', id, id)) }, 'done'])
    expect(await agent.send('go')).toMatchObject({ reason: 'done', totals: { calls: { done: 2 } } })
    const events = await eventsOf(bench, agent)
    const [first, second] = ofType(events, 'tool/call').map(({ data }) => data.callId)
    expect(first).toBe('c1')
    expect(second).not.toContain(':code:')
    expect(ofType(events, 'tool/result').map(({ data }) => data.callId)).toEqual([first, second])
  })

  verifies(
    ['fault:B035'],
    'all get a result in their order, although a listener throws for one',
    async () => {
      const bench = await loopBench()
      bench.ctx.tools.register(textTool('echo'))
      bench.ctx.on('tools/post-execute', (exec, _result, next) => {
        if (exec.callId === 'c2') throw new Error('review of 2')
        return next()
      })
      const ids = ['c1', 'c2', 'c3', 'c4', 'c5']
      const agent = await bench.agent([{ calls: ids.map((id) => calling('echo', id, id)) }, 'done'])
      expect(await agent.send('go')).toMatchObject({
        reason: 'done',
        totals: { calls: { done: 4, failed: 1 } },
      })
      const results = ofType(await eventsOf(bench, agent), 'tool/result')
      expect(results.map(({ data }) => data.callId)).toEqual(ids)
      expect(results.map(({ data }) => data.isError)).toEqual([false, true, false, false, false])
    },
  )

  verifies(
    ['fault:B037', 'security:R6'],
    'that run alone all get a result when the second is interrupted',
    async () => {
      const bench = await loopBench()
      const ran: string[] = []
      bench.ctx.tools.register(
        alone('work', (name, signal) => {
          ran.push(name)
          if (name !== 'b') return name
          agent.interrupt('enough')
          return untilAborted(signal).catch(() => 'too late')
        }),
      )
      const agent = await bench.agent([{ calls: ['a', 'b', 'c', 'd'].map((name) => calling('work', name)) }])
      const result = await agent.send('go')
      expect(result).toMatchObject({ reason: 'interrupted', message: 'enough' })
      expect(result.totals.calls).toEqual({ done: 1, failed: 0, denied: 0, cancelled: 3 })
      expect(ran).toEqual(['a', 'b'])
      expect(codesOf(await eventsOf(bench, agent))).toEqual([
        'ok',
        'ABORTED',
        'ABORTED_BEFORE_DISPATCH',
        'ABORTED_BEFORE_DISPATCH',
      ])
    },
  )

  verifies(['fault:B044'], 'are the last thing of a turn that is interrupted while one runs', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register(
      textTool('work', () => {
        agent.interrupt()
        return 'done all the same'
      }),
    )
    const requests: number[] = []
    bench.ctx.on('agent/step', (step, next) => {
      requests.push(step.step)
      return next()
    })
    const agent = await bench.agent([{ calls: [calling('work')] }, 'never asked'])
    expect(await agent.send('go')).toMatchObject({ reason: 'interrupted' })
    expect(requests).toEqual([1])
    expect(codesOf(await eventsOf(bench, agent))).toEqual(['ABORTED'])
  })

  verifies(['fault:B038'], 'run although the one that asks is rejected', async () => {
    const bench = await loopBench()
    bench.ctx.provide('approval', { request: async () => 'rejected' })
    bench.ctx.tools.register(textTool('risky'))
    bench.ctx.tools.register(textTool('plain'))
    bench.ctx.on('tools/pre-execute', (exec, next) =>
      exec.name === 'risky' ? Promise.resolve({ kind: 'ask' }) : next(),
    )
    const agent = await bench.agent([{ calls: [calling('risky'), calling('plain')] }, 'done'])
    expect((await agent.send('go')).totals.calls).toEqual({ done: 1, failed: 0, denied: 1, cancelled: 0 })
    expect(codesOf(await eventsOf(bench, agent))).toEqual(['error', 'ok'])
  })

  verifies(
    ['fault:B038', 'security:R6'],
    'end when the turn is interrupted at a question that nobody answers',
    async () => {
      const bench = await loopBench()
      bench.ctx.provide('approval', {
        request: async ({ signal }: { signal: AbortSignal }) => {
          setImmediate(() => agent.interrupt())
          await untilAborted(signal).catch(() => undefined)
          return 'cancelled'
        },
      })
      bench.ctx.tools.register(textTool('risky'))
      bench.ctx.on('tools/pre-execute', () => Promise.resolve({ kind: 'ask' }))
      const agent = await bench.agent([{ calls: [calling('risky'), calling('risky')] }])
      expect(await agent.send('go')).toMatchObject({ reason: 'interrupted' })
      expect(codesOf(await eventsOf(bench, agent))).toEqual([
        'ABORTED_BEFORE_DISPATCH',
        'ABORTED_BEFORE_DISPATCH',
      ])
    },
  )

  test('say so where their tool vanishes while they wait', async () => {
    const bench = await loopBench()
    const gone = bench.ctx.tools.register(alone('second', () => 'never'))
    bench.ctx.tools.register(
      alone('first', () => {
        gone()
        return 'ok'
      }),
    )
    const agent = await bench.agent([{ calls: [calling('first'), calling('second')] }, 'done'])
    await agent.send('go')
    expect(codesOf(await eventsOf(bench, agent))).toEqual(['ok', 'UNKNOWN_TOOL'])
  })

  test('overlap where they may, up to the limit, and are logged in their order', async () => {
    const bench = await loopBench()
    let running = 0
    let most = 0
    bench.ctx.tools.register(
      textTool('work', async (name) => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, name === 'a' ? 20 : 1))
        running -= 1
        return name
      }),
    )
    const names = ['a', 'b', 'c', 'd', 'e']
    const agent = await bench.agent([{ calls: names.map((name) => calling('work', name)) }, 'done'], {
      maxParallelCalls: 3,
    })
    await agent.send('go')
    const results = ofType(await eventsOf(bench, agent), 'tool/result')
    expect(results.map(({ data }) => contentText(data.content))).toEqual(names)
    expect(most).toBe(3)
  })

  test('are logged before any of them runs', async () => {
    const bench = await loopBench()
    let logged = 0
    bench.ctx.tools.register(
      textTool('work', async () => {
        logged = ofType(await eventsOf(bench, agent), 'tool/call').length
        return ''
      }),
    )
    const agent = await bench.agent([
      { calls: [calling('work'), calling('nothing'), calling('nothing')] },
      'done',
    ])
    await agent.send('go')
    expect(logged).toBe(3)
  })

  test('may conclude the turn, with all results in the log', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register({
      ...textTool('last'),
      execute: async (_args, exec) => {
        exec.concludeTurn()
        return 'that was it'
      },
    })
    bench.ctx.tools.register(textTool('echo'))
    const agent = await bench.agent([{ calls: [calling('last'), calling('echo')] }])
    expect(await agent.send('go')).toMatchObject({ reason: 'concluded' })
    expect(codesOf(await eventsOf(bench, agent))).toEqual(['ok', 'ok'])
  })

  test('add messages that follow all results of the batch in the next request', async () => {
    const bench = await loopBench()
    const note: UserMessage = {
      role: 'user',
      content: 'note',
      source: { kind: 'plugin', plugin: 'p' },
      meta: 1,
    }
    bench.ctx.tools.register({
      ...textTool('noting'),
      execute: async (_args, exec) => {
        exec.deferContext(note)
        return 'a'
      },
    })
    bench.ctx.tools.register(textTool('echo'))
    const model = scriptedModel([{ calls: [calling('noting', '', '1'), calling('echo', 'b', '2')] }, 'done'])
    const agent = await bench.agent(model)
    await agent.send('go')
    expect(model.requests[1]?.messages.slice(-3)).toEqual([
      { role: 'tool', callId: '1', content: [text('a')], isError: false },
      { role: 'tool', callId: '2', content: [text('b')], isError: false },
      { role: 'user', content: 'note', source: { kind: 'plugin', plugin: 'p' } },
    ])
  })
})

describe('a picture', () => {
  verifies(['fault:B028'], 'that is too large for providers does not enter the history', async () => {
    const bench = await loopBench()
    bench.ctx.tools.register({
      ...textTool('shoot'),
      output: {
        schema: { type: 'string' },
        render: () => [{ type: 'image', data: 'A'.repeat(25 * 1024 * 1024), mimeType: 'image/png' }],
      },
    })
    bench.ctx.tools.register(textTool('echo'))
    const agent = await bench.agent([
      { calls: [calling('shoot')] },
      { calls: [calling('echo', 'next')] },
      'done',
    ])
    expect(await agent.send('go')).toMatchObject({ reason: 'done' })
    const events = await eventsOf(bench, agent)
    const [shot, next] = ofType(events, 'tool/result').map(({ data }) => contentText(data.content))
    expect(shot).toContain('image of 26,214,400 characters left out')
    expect(next).toBe('next')
    expect(JSON.stringify(events).length).toBeLessThan(20_000)
  })
})
