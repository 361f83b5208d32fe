import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonlSessions, type SessionStore } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { simulatedDisk } from '@millrace/testkit/disk'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { crashSession, noteOf } from './support/crash/notes.ts'
import { isLong } from '../../../tests/support/effort.ts'

const cycles = isLong ? 20_000 : 1_000
const sessions = 20
const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** What a process holds. */
function held() {
  const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)])
  // The runner of the tests has timers of its own.
  const resources = process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout')
  return { descriptors: descriptors(), listeners, resources: resources.toSorted() }
}

/** The targets of the descriptors where the system tells them. */
function descriptors(): number | undefined {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : undefined
}

/** Opens one of the sessions, appends to it and closes it. */
async function cycle(store: SessionStore, number: number): Promise<void> {
  const id = `${crashSession.id.slice(0, 28)}${String(number % sessions).padStart(4, '0')}`
  const log = number < sessions ? await store.create({ ...crashSession, id }) : (await store.open(id)).log
  const undo = log.watch(() => undefined)
  try {
    log.append('model/notice', noteOf(log.next))
    await log.flush()
  } finally {
    undo()
    await log.close()
  }
}

describe(`what is open after ${cycles} sessions were opened and closed`, () => {
  let folder: string

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(fastFolder, 'millrace-')))
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  verifies(['security:R3'], 'is what was open before, on the disk of the machine', async () => {
    const store = jsonlSessions(await privateDisk(folder))
    for (let number = 0; number < sessions; number++) await cycle(store, number)
    const before = held()
    for (let number = sessions; number < cycles; number++) await cycle(store, number)
    expect(held()).toEqual(before)
  })

  verifies(['security:R3'], 'is nothing, on a disk that fails now and then', async () => {
    const disk = simulatedDisk()
    const store = jsonlSessions(disk)
    for (let number = 0; number < sessions; number++) await cycle(store, number)
    let failures = 0
    for (let number = sessions; number < cycles; number++) {
      // Giving a lock back is left out: one that is kept is told of by the next to open.
      const undo = disk.fail({
        on: ['open', 'read', 'write', 'sync', 'truncate', 'close', 'lock', 'size', 'facts'],
        nth: 1 + (number % 7),
        effect: { error: 'EIO' },
      })
      await cycle(store, number).catch(() => failures++)
      undo()
    }
    expect(disk.openFiles).toBe(0)
    expect(await disk.files()).not.toEqual(expect.arrayContaining([expect.stringMatching(/lock/)]))
    expect(failures).toBeGreaterThan(cycles / 4)
  })
})
