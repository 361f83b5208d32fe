import { jsonlSessions } from '@millrace/agent/session'
import type { SimulatedDisk } from '@millrace/testkit/disk'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { losePowerAfterKill, type PowerLosses, type PowerLossOptions } from './support/crash/power-loss.ts'
import type { WatchedWriter } from './support/crash/watched-writer.ts'

const few: PowerLossOptions = {
  storeOf: jsonlSessions,
  seed: 1,
  granularity: 32,
  limit: 60,
  nestedEvery: 100,
}

describe('a session whose sync failed, opened by the next process of the same machine', () => {
  verifies(
    ['security:R1'],
    'loses nothing that this process found, though the system shows bytes that it will never write',
    async () => {
      const outcome: PowerLosses = { states: 0, nested: 0, wrong: [] }
      const first = async (writer: WatchedWriter, disk: SimulatedDisk): Promise<void> => {
        await writer.begin(disk, 'create')
        await writer.write(2)
        disk.fail({ on: 'sync', effect: { error: 'EIO' } })
        await expect(writer.write(2)).rejects.toMatchObject({ code: 'SESSION_LOG_FAILED' })
      }
      const second = async (writer: WatchedWriter): Promise<void> => {
        await writer.write(2)
        await writer.end()
      }
      await losePowerAfterKill(first, second, { ...few, killedAt: 'end' }, outcome)
      expect(outcome.wrong).toEqual([])
      expect(outcome.states).toBeGreaterThan(50)
    },
  )
})
