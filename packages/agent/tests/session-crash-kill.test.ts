import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { jsonlSessions, type OpenedSession } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { isHarnessError } from '@millrace/protocol'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { killedWriter, type KilledWriter, type Moment } from './support/crash/killed-writer.ts'
import { crashSession, noteOf } from './support/crash/notes.ts'
import { compileSessionProgram, type SessionProgram } from './support/crash/session-program.ts'
import { isLong } from '../../../tests/support/effort.ts'

const kills = isLong ? 2000 : 100
/** Sessions side by side; each is killed over and over, and goes on. */
const chains = 4
const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

describe.runIf(process.platform !== 'win32')('a process that is killed while it writes a session', () => {
  let base: string
  let program: SessionProgram

  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(fastFolder, 'millrace-')))
    program = await compileSessionProgram('append-forever')
  })

  afterAll(() => {
    program.remove()
    rmSync(base, { recursive: true })
  })

  /** One kill in four comes anywhere from the start on, the others while it appends. */
  function momentOf(kill: number): Moment {
    const spread = (kill * 37) % 101
    return Math.floor(kill / chains) % 4 === 0 ? { afterStart: spread } : { afterOpening: spread / 4 }
  }

  /** Opens the session as the next process does; `undefined` where it was never created. */
  async function reopened(folder: string, killed: KilledWriter): Promise<OpenedSession | undefined> {
    const store = jsonlSessions(await privateDisk(folder))
    try {
      return await store.open(crashSession.id)
    } catch (error) {
      if (killed.isOpened || !isHarnessError(error)) throw error
      expect(['SESSION_NOT_FOUND', 'SESSION_CORRUPT']).toContain(error.code)
      return undefined
    }
  }

  async function chain(number: number): Promise<number> {
    let confirmed = 0
    for (let kill = number; kill < kills; kill += chains) {
      // A log of its own after some kills, so that creating is killed, too.
      const folder = join(base, `chain-${number}-${Math.floor(kill / 32)}`)
      const flushing = number % 2 === 0 ? 'step' : 'event'
      const killed = await killedWriter([program.path, folder, flushing], momentOf(kill))
      const opened = await reopened(folder, killed)
      if (opened === undefined) continue
      const count = opened.events.length
      expect(count).toBeGreaterThanOrEqual(killed.acked)
      const strange = opened.events.findIndex(
        ({ seq, data }, index) => seq !== index || !isDeepStrictEqual(data, noteOf(index, 3000)),
      )
      expect(strange).toBe(-1)
      opened.log.append('model/notice', noteOf(count, 3000))
      await opened.log.flush()
      await opened.log.close()
      confirmed += killed.acked
    }
    return confirmed
  }

  verifies(
    ['security:R1'],
    `loses nothing that it confirmed and leaves no gap, ${kills} times`,
    async () => {
      const confirmed = await Promise.all(Array.from({ length: chains }, (_, number) => chain(number)))
      expect(Math.min(...confirmed)).toBeGreaterThan(0)
    },
    60_000 + kills * 2_000,
  )
})
