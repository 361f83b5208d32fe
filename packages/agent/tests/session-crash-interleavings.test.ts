import { jsonlSessions } from '@millrace/agent/session'
import { simulatedDisk, type DiskFault } from '@millrace/testkit/disk'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { crashSession, noteOf } from './support/crash/notes.ts'
import { wrongAfter, type Known } from './support/crash/verdict.ts'
import type { SessionEvent } from '@millrace/protocol'
import { isLong } from '../../../tests/support/effort.ts'

const runs = isLong ? 20_000 : 150

type Act = { readonly append: number } | { readonly flush: boolean } | { readonly pause: number }

const acts = fc.array(
  fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ flush: fc.boolean() }),
    fc.record({ pause: fc.integer({ min: 1, max: 6 }) }),
  ),
  { minLength: 1, maxLength: 14 },
)

const faults: fc.Arbitrary<DiskFault | undefined> = fc.option(
  fc.record({
    on: fc.constantFrom('write', 'sync' as const),
    nth: fc.integer({ min: 2, max: 6 }),
    effect: fc.constantFrom({ short: 1 }, { short: 100 }, { error: 'EIO' as const, written: 20 }),
  }),
  { nil: undefined },
)

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

/** What happened to one log. */
interface Story {
  readonly acts: readonly Act[]
  readonly slowness: readonly number[]
  readonly fault: DiskFault | undefined
  readonly lossAt: number
}

/** Appends and flushes that do not wait for each other, on a disk that takes its time; the power is lost at one operation. */
async function wrongIn({ acts, slowness, fault, lossAt }: Story): Promise<string[]> {
  const appended: SessionEvent[] = []
  let isCreated = false
  let acked = 0
  const wrong: string[] = []
  const lose = async (known: Known): Promise<void> => {
    for (const { title, disk: after } of disk.crashStates({ granularity: 64, limit: 12, seed: lossAt })) {
      const found = await wrongAfter(after, known)
      if (found !== undefined) wrong.push(`${title}: ${found}`)
    }
  }
  const disk = simulatedDisk({
    watch: async ({ index }) => {
      if (index === lossAt) await lose({ isCreated, acked, appended: appended.slice() })
      await turns(slowness[index % slowness.length] ?? 0)
    },
  })
  const log = await jsonlSessions(disk).create(crashSession)
  isCreated = true
  if (fault !== undefined) disk.fail(fault)
  const flushes: Promise<void>[] = []
  const flush = async (): Promise<void> => {
    const count = log.next
    await log.flush()
    acked = Math.max(acked, count)
  }
  for (const act of acts) {
    if (log.failure !== undefined) break
    if ('append' in act) {
      for (let index = 0; index < act.append; index++)
        appended.push(log.append('model/notice', noteOf(log.next)))
    } else if ('pause' in act) await turns(act.pause)
    else {
      const flushed = flush().catch(() => expect(log.failure).toBeDefined())
      if (act.flush) await flushed
      else flushes.push(flushed)
    }
  }
  await Promise.all(flushes)
  await lose({ isCreated, acked, appended: appended.slice() })
  await log.close().catch(() => expect(log.failure).toBeDefined())
  return wrong
}

describe('appends and flushes in any order, on a disk that takes its time and may fail', () => {
  verifies(['security:R1'], 'lose nothing that a flush confirmed', async () => {
    const story = fc.record({
      acts,
      slowness: fc.array(fc.nat(7), { minLength: 1, maxLength: 5 }),
      fault: faults,
      lossAt: fc.integer({ min: 6, max: 30 }),
    })
    const holds = fc.asyncProperty(story, async (told) => {
      expect(await wrongIn(told)).toEqual([])
    })
    await fc.assert(holds, { numRuns: runs })
  })
})
