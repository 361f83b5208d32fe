import { jsonlSessions } from '@millrace/agent/session'
import { simulatedDisk } from '@millrace/testkit/disk'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { losePower, type PowerLosses, type PowerLossOptions } from './support/crash/power-loss.ts'
import { brokenStores } from './support/crash/broken-stores.ts'
import { crashSession } from './support/crash/notes.ts'
import { wrongAfter } from './support/crash/verdict.ts'
import { watchedWriter, type WatchedWriter } from './support/crash/watched-writer.ts'
import type { Disk } from '@millrace/host'
import { isLong } from '../../../tests/support/effort.ts'

const wanted = isLong ? 1_000_000 : 15_000

const usual: PowerLossOptions = {
  storeOf: jsonlSessions,
  seed: 1,
  granularity: 1,
  limit: 2_000,
  nestedEvery: 200,
}

/** A session as the loop writes it: some steps, a long event, an end, and another process that goes on. */
async function story(writer: WatchedWriter, disk: Disk): Promise<void> {
  await writer.begin(disk, 'create')
  for (const count of [1, 3, 2]) await writer.write(count)
  await writer.write(1, 3000)
  await writer.leave(1)
  await writer.end()
  await writer.begin(disk, 'open')
  await writer.write(2)
  await writer.end()
}

describe('a loss of power', () => {
  verifies(
    ['security:R1'],
    `loses nothing that was confirmed and leaves nothing false, over ${wanted} states`,
    async () => {
      const outcome: PowerLosses = { states: 0, nested: 0, wrong: [] }
      for (let seed = 1; outcome.states < wanted; seed++) {
        const granularity = isLong ? 1 + (seed % 3) : 1
        const flushing = seed % 4 === 3 ? 'event' : 'step'
        await losePower(story, { ...usual, seed, granularity, enough: wanted }, outcome, flushing)
        expect(outcome.wrong).toEqual([])
      }
      expect(outcome.nested).toBeGreaterThan(100)
    },
    isLong ? 7_200_000 : 300_000,
  )

  verifies(['security:R1'], 'leaves a session that was being removed whole, or nothing of it', async () => {
    const writer = watchedWriter(jsonlSessions)
    const disk = simulatedDisk()
    await writer.begin(disk, 'create')
    await writer.write(3)
    await writer.end()
    const wrong: (string | undefined)[] = []
    const removing = disk.killed({
      watch: async () => {
        for (const { disk: after } of removing.crashStates()) {
          const isThere = after.contents().has(`${crashSession.id}.jsonl`)
          wrong.push(await wrongAfter(after, { ...writer.known(), isCreated: isThere }))
        }
      },
    })
    await jsonlSessions(removing).remove(crashSession.id)
    for (const { disk: after } of removing.crashStates()) {
      await expect(jsonlSessions(after).open(crashSession.id)).rejects.toMatchObject({
        code: 'SESSION_NOT_FOUND',
      })
    }
    expect(wrong.length).toBeGreaterThan(3)
    expect(wrong.filter((problem) => problem !== undefined)).toEqual([])
  })
})

describe('the verdict on a loss of power', () => {
  test.each(brokenStores)('is against a store that $what', async ({ storeOf }) => {
    const outcome: PowerLosses = { states: 0, nested: 0, wrong: [] }
    await losePower(story, { ...usual, storeOf, granularity: 64, limit: 100, nestedEvery: 100 }, outcome)
    expect(outcome.wrong).not.toEqual([])
  })
})
