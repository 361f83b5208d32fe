import { jsonlSessions } from '@millrace/agent/session'
import { simulatedDisk, type FaultEffect } from '@millrace/testkit/disk'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { withFault } from './support/crash/fault-sweep.ts'
import { crashSession, noteOf } from './support/crash/notes.ts'

/** Far more operations than a session of this size may take. */
const tooMany = 1_000

const effects: readonly [string, FaultEffect][] = [
  ['EIO', { error: 'EIO' }],
  ['EIO after some bytes', { error: 'EIO', written: 7 }],
  ['ENOSPC', { error: 'ENOSPC' }],
  ['ENOSPC after some bytes', { error: 'ENOSPC', written: 40 }],
  ['EINTR', { error: 'EINTR' }],
  ['a short write of one byte', { short: 1 }],
  ['a short write of some bytes', { short: 33 }],
]

describe('a fault at the nth operation of a session, for every n until none happens', () => {
  for (const [what, effect] of effects) {
    for (const lasts of ['once', 'for-ever'] as const) {
      verifies(['security:R1'], `${what}, ${lasts}: loses nothing that was confirmed`, async () => {
        const wrong: string[] = []
        let heard = 0
        let nth = 1
        for (; nth < tooMany; nth++) {
          const outcome = await withFault({ nth, lasts, effect })
          wrong.push(...outcome.wrong.map((problem) => `operation ${nth}: ${problem}`))
          if (outcome.isHeard) heard++
          if (!outcome.isStruck) break
        }
        expect(wrong).toEqual([])
        expect(nth).toBeGreaterThan(5)
        expect(nth).toBeLessThan(tooMany)
        if ('error' in effect) expect(heard).toBeGreaterThan(nth / 2)
        else expect(heard).toBe(0)
      })
    }
  }
})

describe('a log that failed', () => {
  async function failedLog(on: 'write' | 'sync') {
    const disk = simulatedDisk()
    const log = await jsonlSessions(disk).create(crashSession)
    log.append('model/notice', noteOf(0))
    await log.flush()
    disk.fail({ on, effect: { error: 'EIO' } })
    log.append('model/notice', noteOf(1))
    await expect(log.flush()).rejects.toMatchObject({ code: 'SESSION_LOG_FAILED' })
    return { disk, log }
  }

  test.each(['write', 'sync'] as const)(
    'at a %s tries nothing again, though the disk is well',
    async (on) => {
      const { disk, log } = await failedLog(on)
      const before = disk.text(`${crashSession.id}.jsonl`)
      expect(() => log.append('model/notice', noteOf(2))).toThrow(
        expect.objectContaining({ code: 'SESSION_LOG_FAILED' }),
      )
      await expect(log.flush()).rejects.toMatchObject({ code: 'SESSION_LOG_FAILED' })
      expect(log.failure).toMatchObject({ code: 'SESSION_LOG_FAILED' })
      expect(disk.text(`${crashSession.id}.jsonl`)).toBe(before)
    },
  )

  test.each(['write', 'sync'] as const)('at a %s can be closed and opened again', async (on) => {
    const { disk, log } = await failedLog(on)
    await log.close().catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'SESSION_LOG_FAILED' })
    })
    expect(disk.openFiles).toBe(0)
    const opened = await jsonlSessions(disk).open(crashSession.id)
    expect(opened.events.length).toBeGreaterThanOrEqual(1)
    await opened.log.close()
  })
})
