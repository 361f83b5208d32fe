import { jsonlSessions } from '@millrace/agent/session'
import type { Disk } from '@millrace/host'
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

describe('a process that opens the session of one that was killed', () => {
  verifies(['security:R1'], 'loses nothing that it found when the power is lost afterwards', async () => {
    const outcome: PowerLosses = { states: 0, nested: 0, wrong: [] }
    const first = async (writer: WatchedWriter, disk: Disk): Promise<void> => {
      await writer.begin(disk, 'create')
      await writer.write(2)
      await writer.leave(2)
    }
    const second = async (writer: WatchedWriter): Promise<void> => {
      await writer.write(2)
      await writer.end()
    }
    const opened = await losePowerAfterKill(first, second, { ...few, killedAt: 'each' }, outcome)
    expect(outcome.wrong).toEqual([])
    expect(opened).toBeGreaterThan(5)
    expect(outcome.states).toBeGreaterThan(500)
  })
})
