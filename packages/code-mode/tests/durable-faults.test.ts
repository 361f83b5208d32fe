import { memoryRuns, privateRuns, RunStoreError, type JournalEntry, type RunStore } from '@millrace/code-mode'
import { DiskError, type Disk } from '@millrace/host'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'

const key = { sessionId: 's', callId: 'c' }
const program = { program: 'return 1', bindings: ['a', 'b'] }

function entry(id: number): JournalEntry[] {
  return [
    { kind: 'made', id, name: 'a', arguments: { id } },
    { kind: 'started', id },
    { kind: 'ended', id, reply: { ok: true, text: 'v'.repeat(id * 10) } },
  ]
}

/** What a run has told so far, and what of that it was told is durable. */
interface Told {
  readonly entries: JournalEntry[]
  confirmed: number
  failed: boolean
  ended: boolean
}

function quiet(disk: Disk): RunStore {
  return privateRuns(disk, { warn: () => undefined })
}

/** Some calls with their flushes and images. Stops at the first failure, as the bridge does. */
async function story(store: RunStore, told: Told, isToEnd = false): Promise<void> {
  const journal = await store.begin(key, program)
  try {
    for (let id = 1; id <= 4; id++) {
      for (const fact of entry(id)) {
        told.entries.push(fact)
        journal.append(fact)
      }
      if (id % 2 === 0) {
        const count = told.entries.length
        await journal.flush()
        told.confirmed = count
      }
      if (id === 3) {
        const image = { build: 'b', bytes: new Uint8Array(300).fill(id), nextCall: id + 1, waiting: [] }
        await journal.keep(image)
      }
    }
  } catch (error) {
    told.failed = true
    expect(error).toSatisfy((thrown) => thrown instanceof RunStoreError || thrown instanceof DiskError)
  }
  if (isToEnd) {
    await journal.end()
    told.ended = true
  }
}

function toldNothing(): Told {
  return { entries: [], confirmed: 0, failed: false, ended: false }
}

/** What is found afterwards is what was told, as far as it goes, and at least what was confirmed. */
async function check(after: SimulatedDisk, told: Told): Promise<void> {
  const store = quiet(after)
  const isThere = await store.has(key)
  const resumed = await store.resume(key)
  expect(resumed !== undefined).toBe(isThere)
  if (resumed === undefined) return expect(told.failed || told.ended ? 0 : told.confirmed).toBe(0)
  const { entries, image, ...rest } = resumed.run
  expect(rest).toEqual(program)
  expect(entries).toEqual(told.entries.slice(0, entries.length))
  expect(entries.length).toBeGreaterThanOrEqual(told.confirmed)
  if (image !== undefined) {
    const made = entries.filter(({ kind }) => kind === 'made').length
    expect(image.nextCall).toBeLessThanOrEqual(made + 1)
    expect(image.bytes.every((byte) => byte === image.nextCall - 1)).toBe(true)
  }
  await resumed.journal.end()
  expect(await store.has(key)).toBe(false)
  expect(after.openFiles).toBe(0)
}

describe('the store of runs', () => {
  verifies(
    ['security:R1'],
    'says so where any operation of the disk fails, and keeps nothing false',
    async () => {
      for (const lasts of ['once', 'for-ever'] as const) {
        for (let nth = 1; ; nth++) {
          const disk = simulatedDisk({ faults: [{ nth, lasts, effect: { error: 'EIO', written: 5 } }] })
          const told = toldNothing()
          await story(quiet(disk), told).catch((error: unknown) => {
            told.failed = true
            expect(error).toBeInstanceOf(DiskError)
          })
          if (disk.faultCount === 0) break
          await check(disk.killed(), told)
        }
      }
    },
  )

  verifies(['security:R1'], 'forgets a run whatever fails, and never rejects at its end', async () => {
    for (let nth = 1; ; nth++) {
      const disk = simulatedDisk()
      const told = toldNothing()
      const store = quiet(disk)
      await story(store, told)
      const journal = (await quiet(disk.killed()).resume(key))?.journal
      expect(journal).toBeDefined()
      const other = disk.killed({ faults: [{ nth, lasts: 'for-ever', effect: { error: 'EIO' } }] })
      const held = await quiet(other)
        .resume(key)
        .catch(() => undefined)
      await held?.journal.end()
      await quiet(other).sweep()
      await quiet(other).has(key)
      if (other.faultCount === 0) break
    }
  })

  verifies(['security:R1'], 'has what was confirmed after a loss of power, at any moment', async () => {
    let states = 0
    const told = toldNothing()
    const disk: SimulatedDisk = simulatedDisk({
      watch: async () => {
        const now = { ...told, entries: [...told.entries] }
        for (const { disk: after } of disk.crashStates({ limit: 40, seed: states + 1 })) {
          states++
          await check(after, now)
        }
      },
    })
    await story(quiet(disk), told)
    for (const { disk: after } of disk.crashStates({ limit: 200 })) await check(after, told)
    expect(states).toBeGreaterThan(300)
  })

  test('takes short writes, and one run after the other', async () => {
    const disk = simulatedDisk({ faults: [{ lasts: 'for-ever', effect: { short: 3 } }] })
    for (let round = 0; round < 3; round++) {
      const told = toldNothing()
      await story(quiet(disk), told, true)
      expect(told).toMatchObject({ failed: false, ended: true })
      expect([...disk.contents().keys()]).toEqual([])
    }
  })

  test('in memory forgets a run that has expired, and holds nothing of whoever tells it', async () => {
    let now = 0
    const store = memoryRuns({ keepMs: 10, clock: { now: () => now, monotonic: () => now } })
    const journal = await store.begin(key, program)
    const args = { a: 1 }
    journal.append({ kind: 'made', id: 1, name: 'a', arguments: args })
    args.a = 2
    await journal.close()
    const found = await store.resume(key)
    expect(found?.run.entries).toEqual([{ kind: 'made', id: 1, name: 'a', arguments: { a: 1 } }])
    await found?.journal.close()
    now = 60_011
    expect(await store.has(key)).toBe(false)
    expect(await store.resume(key)).toBeUndefined()
    await store.sweep()
    await (await store.begin(key, program)).end()
  })
})
