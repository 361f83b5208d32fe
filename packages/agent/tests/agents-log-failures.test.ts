import { jsonlSessions } from '@millrace/agent/session'
import { simulatedDisk, type DiskOperationKind } from '@millrace/testkit/disk'
import { checkHistory } from '@millrace/testkit'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { calling, loopBench, textTool } from './support/loop-bench.ts'

const script = [{ text: 'a', calls: [calling('work', 'x'), calling('work', 'y')] }, 'done']

describe('a log whose disk fails', () => {
  for (const on of ['write', 'sync'] as const satisfies readonly DiskOperationKind[]) {
    verifies(
      ['security:R1'],
      `at any ${on} ends the turn as failed: nothing hangs, and nothing runs that is not logged`,
      async () => {
        for (let nth = 1; ; nth++) {
          const disk = simulatedDisk({ faults: [{ on, nth, lasts: 'for-ever', effect: { error: 'EIO' } }] })
          const bench = await loopBench({ store: jsonlSessions(disk) }, true)
          let ran = 0
          bench.ctx.tools.register(textTool('work', () => `${++ran}`))
          const agent = await bench.agent(script).catch((error: unknown) => error as { code: string })
          if ('code' in agent) continue
          const result = await agent.send('go')
          const healthy = disk.faultCount === 0
          if (healthy) expect(result).toMatchObject({ reason: 'done' })
          else expect(result).toMatchObject({ reason: 'failed', code: 'SESSION_LOG_FAILED' })
          await agent.dispose()
          const after = jsonlSessions(disk.killed())
          const { events } = await after.read(agent.id)
          expect(checkHistory(events, { isCut: !healthy })).toEqual([])
          const logged = events.filter(({ type }) => type === 'tool/call').length
          expect(ran).toBeLessThanOrEqual(logged)
          if (healthy) return
        }
      },
    )
  }

  test('has every call on the disk before it runs, whatever a loss of power leaves', async () => {
    const disk = simulatedDisk()
    const bench = await loopBench({ store: jsonlSessions(disk) })
    let states = 0
    bench.ctx.tools.register(
      textTool('work', async () => {
        for (const { disk: after, title } of disk.crashStates()) {
          states += 1
          const { events } = await jsonlSessions(after).read(agent.id)
          const calls = events.filter(({ type }) => type === 'tool/call')
          expect(calls.length, title).toBe(2)
        }
        return ''
      }),
    )
    const agent = await bench.agent(script)
    expect((await agent.send('go')).totals.calls.done).toBe(2)
    expect(states).toBeGreaterThan(0)
  })

  test('keeps what it confirmed: the session goes on with another disk', async () => {
    const disk = simulatedDisk({
      faults: [{ on: 'sync', nth: 4, lasts: 'for-ever', effect: { error: 'EIO' } }],
    })
    const bench = await loopBench({ store: jsonlSessions(disk) }, true)
    bench.ctx.tools.register(textTool('work'))
    const agent = await bench.agent(script)
    expect(await agent.send('go')).toMatchObject({ reason: 'failed', code: 'SESSION_LOG_FAILED' })
    expect(await agent.send('again')).toMatchObject({ reason: 'failed', code: 'SESSION_LOG_FAILED' })
    await agent.dispose()
    const other = await loopBench({ store: jsonlSessions(disk.killed()) })
    const resumed = await other.resume(agent.id, ['back'])
    expect(await resumed.send('go on')).toMatchObject({ reason: 'done', text: 'back' })
  })
})
