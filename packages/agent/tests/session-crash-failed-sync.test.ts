import { jsonlSessions } from '@millrace/agent/session'
import type { Disk } from '@millrace/host'
import type { SimulatedDisk } from '@millrace/testkit/disk'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { losePowerAfterKill, type PowerLosses, type PowerLossOptions } from './support/crash/power-loss.ts'
import type { WatchedWriter } from './support/crash/watched-writer.ts'

const few: PowerLossOptions = {
  storeOf: jsonlSessions,
  seed: 1,
  granularity: 16,
  limit: 200,
  nestedEvery: 100,
}

async function goOn(writer: WatchedWriter, disk: Disk): Promise<void> {
  await writer.begin(disk, 'open')
  await writer.write(2)
  await writer.end()
}

describe('a session whose sync failed, opened by the next process of the same machine', () => {
  verifies(
    ['security:R1'],
    'loses nothing that a second process found after a sync of the first failed',
    async () => {
      const outcome: PowerLosses = { states: 0, nested: 0, wrong: [] }
      const first = async (writer: WatchedWriter, disk: SimulatedDisk): Promise<void> => {
        await writer.begin(disk, 'create')
        await writer.write(2)
        disk.fail({ on: 'sync', effect: { error: 'EIO' } })
        await expect(writer.write(2)).rejects.toMatchObject({ code: 'SESSION_LOG_FAILED' })
      }
      await losePowerAfterKill(first, goOn, few, outcome)
      expect(outcome.wrong).toEqual([])
      expect(outcome.states).toBeGreaterThan(100)
    },
  )
})
