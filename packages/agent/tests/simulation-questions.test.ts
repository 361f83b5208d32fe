import { jsonlSessions } from '@millrace/agent/session'
import { checkHistory, setupAgents } from '@millrace/testkit'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'
import { describe, expect, onTestFinished, test } from 'vitest'

const question = {
  requestId: 'q',
  callId: 'a',
  toolName: 'write',
  reason: 'it writes',
  argumentsHash: 'hash',
}

/** A machine whose process was killed while a person was asked about a call. */
async function killedWhileAsking(): Promise<SimulatedDisk> {
  const disk = simulatedDisk()
  const at = { turn: 1, step: 1 }
  const toolCalls = [{ id: 'a', name: 'write', arguments: '{}' }]
  const log = await jsonlSessions(disk).create({
    id: 'session',
    cwd: '/work',
    principal: 'user',
    versions: {},
    tools: {},
  })
  log.append('turn/start', { turn: 1, principal: 'user' })
  log.append('user/message', { turn: 1, step: 0, message: { role: 'user', content: 'Write' } })
  log.append('step/start', { ...at, model: { provider: 'p', id: 'm' }, settings: {} })
  log.append('assistant/message', {
    ...at,
    message: { role: 'assistant', content: [], toolCalls },
    finish: 'tool-calls',
  })
  log.append('tool/call', { ...at, callId: 'a', name: 'write', arguments: '{}' })
  log.append('approval/asked', question)
  await log.flush()
  return disk.killed()
}

describe('a session that ended while somebody was asked', () => {
  test('has the question decided once when it goes on, before the result of its call', async () => {
    const store = jsonlSessions(await killedWhileAsking())
    const { ctx, dispose } = await setupAgents({ store })
    onTestFinished(dispose)
    for (let times = 0; times < 2; times++) {
      const agent = await ctx.agents.resume('session', {
        model: { name: { provider: 'p', id: 'm' }, ask: () => Promise.reject(new Error('not asked')) },
      })
      await agent.dispose()
    }
    const { events } = await store.read('session')
    expect(checkHistory(events)).toEqual([])
    const ends = events.filter(({ type }) => type === 'approval/decided' || type === 'tool/result')
    expect(ends.map(({ type }) => type)).toEqual(['approval/decided', 'tool/result'])
    expect(ends[0]?.data).toMatchObject({ ...question, outcome: 'cancelled', by: 'millrace' })
  })
})
