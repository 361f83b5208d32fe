import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonlSessions } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { sayings } from './support/crash/killed-writer.ts'
import { crashSession, noteOf } from './support/crash/notes.ts'
import { compileSessionProgram, type SessionProgram } from './support/crash/session-program.ts'
import { limitedWriter, noTracing, tracedWriter } from './support/crash/traced-writer.ts'
import { isLong } from '../../../tests/support/effort.ts'

const events = 6

describe.runIf(process.platform === 'linux')('a real process', () => {
  let folder: string
  let program: SessionProgram

  beforeAll(async () => {
    program = await compileSessionProgram('append-some')
  })

  afterAll(() => program.remove())

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-')))
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  /** Opens what is left, goes on with it, and opens it again. */
  async function expectWhole(acked: number, longest = 300): Promise<void> {
    const store = jsonlSessions(await privateDisk(folder))
    const { log, events: found } = await store.open(crashSession.id)
    expect(found.length).toBeGreaterThanOrEqual(acked)
    expect(found.map(({ data }) => data)).toEqual(found.map((_, seq) => noteOf(seq, longest)))
    log.append('model/notice', noteOf(log.next))
    await log.close()
    const again = await store.read(crashSession.id)
    expect(again.events).toHaveLength(found.length + 1)
    expect(again.tornBytes).toBe(0)
  }

  const places = isLong ? Array.from({ length: 12 }, (_, index) => index + 1) : [1, 2, 5]
  const injections = ['fdatasync:error=EIO', 'pwrite64:error=ENOSPC'].flatMap((call) =>
    places.map((when) => `${call}:when=${when}`),
  )

  describe.skipIf(noTracing !== '')(`whose system calls fail${noTracing}`, () => {
    for (const injection of injections) {
      verifies(['security:R1'], `keeps what it confirmed: ${injection}`, async () => {
        const { said, injected } = await tracedWriter([program.path, folder, `${events}`], injection)
        const { acked, isOpened } = sayings(said)
        expect(injected).toHaveLength(acked === events ? 0 : 1)
        if (acked === events) return expectWhole(acked)
        expect(said).toMatch(/^failed (SESSION_LOG_FAILED|DISK_FULL|DISK_FAILED)$/m)
        if (isOpened) await expectWhole(acked)
      })
    }

    test('goes on where a call was only interrupted', async () => {
      const injection = 'pwrite64:error=EINTR:when=3'
      const { said } = await tracedWriter([program.path, folder, `${events}`], injection)
      expect(said).toMatch(/^closed$/m)
      await expectWhole(events)
    })
  })

  verifies(
    ['security:R1'],
    'keeps what it confirmed when its file may not grow, in the middle of a line',
    async () => {
      const said = await limitedWriter([program.path, folder, '100', '300'], 4)
      expect(said).toMatch(/^failed SESSION_LOG_FAILED$/m)
      const { acked } = sayings(said)
      expect(acked).toBeGreaterThan(3)
      await expectWhole(acked)
    },
  )
})
