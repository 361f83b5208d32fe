import type { SessionAgent } from '@millrace/agent'
import type { SessionStore } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import { checkHistory, scriptedModel } from '@millrace/testkit'
import { defineTool, provideTransport, type ToolDefinition, type ToolRunContext } from '@millrace/tools'
import { describe, expect, test, vi } from 'vitest'
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

/** A program that makes two calls, of which it tells from the beginning again where it goes on. */
interface Program {
  /** How often it was executed, and what it did. */
  runs: number
  canContinue: boolean
  run: (exec: ToolRunContext) => Promise<string>
}

/** Fills the slot of `run_code` with a program that can go on. */
function provideProgram({ ctx }: LoopBench, given: Partial<Program> = {}): Program {
  const program: Program = { runs: 0, canContinue: true, run: async (exec) => toldCalls(exec), ...given }
  const definition: ToolDefinition = defineTool({
    name: 'run_code',
    description: 'Runs a program.',
    parameters: { text: { type: 'string' } },
    output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
    execute: async (_args, exec) => {
      program.runs++
      return program.run(exec)
    },
  })
  provideTransport(ctx, { definition, canContinue: async () => program.canContinue })
  return program
}

function toldCalls(exec: ToolRunContext, count = 2): string {
  for (let number = 1; number <= count; number++) {
    const call = {
      rootCallId: exec.rootCallId,
      parentCallId: exec.callId,
      subCallId: `${exec.callId}:code:${number}`,
      name: 'echo',
      arguments: { number },
    }
    exec.agent?.events?.append('tool/code-dispatch-start', call)
    exec.agent?.events?.append('tool/code-dispatch', { ...call, isError: false, content: [] })
  }
  return `after ${count} calls`
}

async function programBench(given: Partial<Program> = {}): Promise<LoopBench & { program: Program }> {
  const bench = await loopBench({}, false, 'both')
  bench.ctx.tools.register(textTool('echo'))
  return { ...bench, program: provideProgram(bench, given) }
}

const usage = { input: 10, output: 5 }
const script = [
  {
    text: 'first',
    calls: [calling('echo', 'a', 'a'), calling('run_code', '', 'p'), calling('echo', 'b', 'b')],
    usage,
  },
  { text: 'second', calls: [calling('echo', 'c', 'c')], usage },
  { text: 'the end', usage },
]

/** A whole session in which a program ran between two other calls. */
async function wholeSession(): Promise<readonly SessionEvent[]> {
  const bench = await programBench()
  const agent = await bench.agent(script)
  await agent.send('go')
  return eventsOf(bench, agent)
}

async function leave(store: SessionStore, id: string, events: readonly SessionEvent[]): Promise<void> {
  const log = await store.create({ id, cwd: '/somewhere', principal: 'user', versions: {}, tools: {} })
  for (const { type, data, agent } of events) log.append(type, data, agent === undefined ? {} : { agent })
  await log.close()
}

/** The events up to the first of a kind about the program, that one included. */
function until(events: readonly SessionEvent[], type: SessionEvent['type'], nth = 1): SessionEvent[] {
  let seen = 0
  const at = events.findIndex((event) => event.type === type && ++seen === nth)
  return events.slice(0, at + 1)
}

const inProgram = (whole: readonly SessionEvent[]): SessionEvent[] =>
  until(whole, 'tool/code-dispatch-start', 2)

/** An agent that was sent a message and is closing the turn that was cut off, until it may go on. */
async function whileClosed(id: string) {
  const whole = await wholeSession()
  const bench = await programBench()
  await leave(bench.store, id, inProgram(whole))
  const agent = await bench.resume(id, [])
  let goOn = (): void => undefined
  const held = new Promise<void>((resolve) => (goOn = resolve))
  const flush = vi.spyOn(agent.session, 'flush').mockReturnValueOnce(held)
  const sent = agent.send('never mind')
  await expect.poll(() => flush.mock.calls.length).toBe(1)
  return { agent, bench, sent, goOn }
}

function countOf(events: readonly SessionEvent[], type: SessionEvent['type']): number {
  return events.filter((event) => event.type === type).length
}

describe('a turn that was cut off within a program', () => {
  verifies(['fault:B135'], 'stays open, and goes on as if nothing had happened', async () => {
    const whole = await wholeSession()
    const bench = await programBench()
    await leave(bench.store, 'cut', inProgram(whole))
    const agent = await bench.resume('cut', script.slice(1))
    expect(agent.interrupted).toEqual({ turn: 1, callId: 'p', tool: 'run_code' })
    expect(agent.status).toBe('idle')
    const ends: unknown[] = []
    agent.ctx.on('agent/turn-end', (_agent, result) => void ends.push(result))
    const result = await agent.goOn()
    expect(result).toMatchObject({ turn: 1, reason: 'done', text: 'the end' })
    expect(result.totals).toMatchObject({ steps: 3, usage: { input: 30, output: 15 } })
    expect(result.totals.calls).toEqual({ done: 3, failed: 1, denied: 0, cancelled: 0 })
    expect(agent.interrupted).toBeUndefined()
    expect(agent.totals).toMatchObject({ steps: 3 })
    expect(ends).toEqual([result])
    expect(bench.program.runs).toBe(1)
    const events = await eventsOf(bench, agent)
    expect(ofType(events, 'tool/result').map(({ data }) => data.callId)).toEqual(['a', 'p', 'b', 'c'])
    expect(codesOf(events)).toEqual(['ok', 'ok', 'OUTCOME_UNKNOWN', 'ok'])
    expect(countOf(events, 'turn/start')).toBe(1)
    expect(countOf(events, 'tool/call')).toBe(4)
    expect(await agent.send('more')).toMatchObject({ turn: 2, reason: 'failed' })
  })

  verifies(
    ['fault:B135'],
    'at any event: each call has one result, each call of the program one end',
    async () => {
      const whole = await wholeSession()
      const bench = await programBench()
      let wentOn = 0
      for (let length = 0; length <= whole.length; length++) {
        const id = `cut-${length}`
        await leave(bench.store, id, whole.slice(0, length))
        // Looked at and left again: nothing is lost by that.
        await (await bench.resume(id, [])).dispose()
        const agent = await bench.resume(id, ['back', 'back', 'back'])
        const { interrupted } = agent
        expect(await (interrupted ? agent.goOn() : agent.send('go on'))).toMatchObject({ reason: 'done' })
        if (interrupted !== undefined) wentOn++
        await agent.dispose()
        const events = await eventsOf(bench, agent)
        expect(checkHistory(events), `cut after ${length} events`).toEqual([])
        const again = await bench.resume(id, [])
        expect(again.interrupted).toBeUndefined()
        await again.dispose()
      }
      expect(wentOn).toBeGreaterThan(5)
      expect(bench.program.runs).toBe(wentOn)
    },
  )

  verifies(['fault:B135'], 'can be cut off again while it goes on', async () => {
    const whole = await wholeSession()
    const bench = await programBench()
    await leave(bench.store, 'first', inProgram(whole))
    const agent = await bench.resume('first', ['back'])
    await agent.goOn()
    const second = await eventsOf(bench, agent)
    const from = inProgram(whole).length
    for (let length = from; length <= second.length; length++) {
      const id = `again-${length}`
      await leave(bench.store, id, second.slice(0, length))
      const next = await bench.resume(id, ['back again'])
      const { interrupted } = next
      await (interrupted ? next.goOn() : next.send('go on'))
      expect(checkHistory(await eventsOf(bench, next)), id).toEqual([])
      await next.dispose()
    }
  })

  verifies(
    ['fault:B135'],
    'is closed by a message: its call and the calls of its program are not known',
    async () => {
      const whole = await wholeSession()
      const bench = await programBench()
      await leave(bench.store, 'left', inProgram(whole))
      const agent = await bench.resume('left', ['a new turn'])
      expect(await agent.send('never mind')).toMatchObject({ turn: 2, reason: 'done', text: 'a new turn' })
      expect(agent.interrupted).toBeUndefined()
      expect(await agent.goOn()).toMatchObject({ turn: 0, reason: 'failed', code: 'NOTHING_INTERRUPTED' })
      const events = await eventsOf(bench, agent)
      expect(codesOf(events)).toEqual(['ok', 'OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'])
      expect(ofType(events, 'tool/code-dispatch').map(({ data }) => data.error?.code)).toEqual([
        undefined,
        'OUTCOME_UNKNOWN',
      ])
      expect(ofType(events, 'turn/end')[0]?.data).toMatchObject({ turn: 1, reason: 'interrupted' })
      expect(bench.program.runs).toBe(0)
    },
  )

  test('and is being closed: whoever interrupts means the turn that comes', async () => {
    const { agent, bench, sent, goOn } = await whileClosed('interrupts')
    agent.interrupt('enough')
    goOn()
    expect(await sent).toMatchObject({ turn: 2, reason: 'interrupted', message: 'enough' })
    const ends = ofType(await eventsOf(bench, agent), 'turn/end')
    expect(ends.map(({ data }) => [data.turn, data.reason])).toEqual([
      [1, 'interrupted'],
      [2, 'interrupted'],
    ])
  })

  test('and is being closed while its agent is disposed: no other turn begins', async () => {
    const { agent, bench, sent, goOn } = await whileClosed('disposes')
    const disposed = agent.dispose()
    goOn()
    expect(await sent).toMatchObject({ turn: 0, reason: 'interrupted', code: 'AGENT_DISPOSED' })
    await disposed
    expect(agent.status).toBe('disposed')
    expect(countOf(await eventsOf(bench, agent), 'turn/start')).toBe(1)
  })

  test('ends as interrupted where its program cannot go on any more', async () => {
    const whole = await wholeSession()
    const bench = await programBench()
    await leave(bench.store, 'expired', inProgram(whole))
    const agent = await bench.resume('expired', [])
    bench.program.canContinue = false
    expect(await agent.goOn()).toMatchObject({ turn: 1, reason: 'interrupted' })
    expect(bench.program.runs).toBe(0)
    expect(codesOf(await eventsOf(bench, agent))).toEqual(['ok', 'OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'])
  })

  verifies(
    ['security:R2'],
    'and is refused by a policy this time tells the model of what was done before',
    async () => {
      const whole = await wholeSession()
      const bench = await programBench()
      await leave(bench.store, 'refused', inProgram(whole))
      bench.ctx.tools.guard(({ name }) => (name === 'run_code' ? 'no programs any more' : undefined))
      const agent = await bench.resume('refused', ['I see'])
      expect(await agent.goOn()).toMatchObject({ reason: 'done', text: 'I see' })
      expect(bench.program.runs).toBe(0)
      const said = ofType(await eventsOf(bench, agent), 'user/message').map(({ data }) => data.message)
      expect(said).toHaveLength(2)
      expect(said[1]).toMatchObject({
        content: expect.stringContaining('had called echo') as unknown,
        source: { kind: 'plugin', plugin: 'agent/go-on' },
      })
    },
  )

  test('is not there where nothing says that it can go on', async () => {
    const whole = await wholeSession()
    const bench = await programBench({ canContinue: false })
    await leave(bench.store, 'closed', inProgram(whole))
    const agent = await bench.resume('closed', [])
    expect(agent.interrupted).toBeUndefined()
    const events = await eventsOf(bench, agent)
    expect(ofType(events, 'session/resumed')[0]?.data).toEqual({ closedCalls: 2 })
    expect(ofType(events, 'turn/end')).toHaveLength(1)
  })

  test('waits while nobody asks for it, and a wish that is taken back leaves it as it is', async () => {
    const whole = await wholeSession()
    const bench = await programBench()
    await leave(bench.store, 'waits', inProgram(whole))
    const agent = await bench.resume('waits', script.slice(1))
    expect(await agent.goOn(AbortSignal.abort())).toMatchObject({ turn: 0, reason: 'interrupted' })
    expect(agent.interrupted).toMatchObject({ callId: 'p' })
    expect(await agent.goOn()).toMatchObject({ reason: 'done' })
  })

  test('is interrupted like any other: its call has its result', async () => {
    const whole = await wholeSession()
    const bench = await programBench({
      run: (exec) =>
        new Promise((_resolve, reject) => {
          exec.signal.addEventListener('abort', () => reject(exec.signal.reason as Error))
          agent.interrupt('enough')
        }),
    })
    await leave(bench.store, 'stopped', inProgram(whole))
    const agent: SessionAgent = await bench.resume('stopped', [])
    expect(await agent.goOn()).toMatchObject({ turn: 1, reason: 'interrupted', message: 'enough' })
    const events = await eventsOf(bench, agent)
    expect(codesOf(events)).toHaveLength(3)
    // What its program told no more of is not known.
    expect(ofType(events, 'tool/code-dispatch').at(-1)?.data.error?.code).toBe('OUTCOME_UNKNOWN')
  })

  test('has its limits: steps that it took before count', async () => {
    const whole = await wholeSession()
    const bench = await programBench()
    await leave(bench.store, 'steps', inProgram(whole))
    const model = scriptedModel(script.slice(1))
    const agent = await bench.ctx.agents.resume('steps', { model, limits: { steps: 2 } })
    bench.compare(model, agent)
    expect(await agent.goOn()).toMatchObject({ reason: 'limit', code: 'steps', totals: { steps: 2 } })
  })

  test('of a sub-agent is closed', async () => {
    const bench = await programBench()
    bench.ctx.tools.register({
      ...textTool('delegate'),
      execute: async (_args, exec) => {
        const child = await bench.ctx.agents.spawn(parent, {
          callId: exec.callId,
          description: 'child',
          model: scriptedModel([{ calls: [calling('run_code', '', 'q')] }, 'done'], {
            name: { provider: 's', id: 'c' },
          }),
        })
        const { text } = await child.send('do it')
        await child.dispose()
        return text
      },
    })
    const parent = await bench.agent([{ calls: [calling('delegate')] }, 'done'])
    await parent.send('go')
    const whole = await eventsOf(bench, parent)
    await leave(bench.store, 'child', inProgram(whole))
    const agent = await bench.resume('child', [])
    expect(agent.interrupted).toBeUndefined()
    expect(codesOf(await eventsOf(bench, agent))).toEqual(['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'])
  })
})
