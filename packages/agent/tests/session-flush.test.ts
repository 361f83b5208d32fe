import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '@millrace/protocol'
import { simulatedDisk, type DiskOperation, type SimulatedDisk } from '@millrace/testkit/disk'
import { bytesOf, failureOf, fileName, id, said, session, storeOn } from './session-folder.ts'

const turn = { turn: 1, principal: 'user' }

/** The operations on the log itself since a number of operations. */
const doneSince = (disk: SimulatedDisk, since: number): string[] =>
  disk
    .operations()
    .filter(({ index, name }) => index > since && name === fileName)
    .map(({ kind }) => kind)

describe('flush', () => {
  test('confirms what was appended: it outlives every loss of power', async () => {
    const disk = simulatedDisk()
    const log = await storeOn(disk).create(session())
    const event = log.append('turn/start', turn)
    await log.flush()
    log.append('user/message', said('not confirmed'))
    for (const { disk: after } of disk.crashStates()) {
      expect((await storeOn(after).read(id)).events[0]).toEqual(event)
    }
    await log.close()
  })

  test('is shared by those that wait together, and costs nothing where all is confirmed', async () => {
    const disk = simulatedDisk()
    const log = await storeOn(disk).create(session())
    const begin = disk.operationCount
    for (let count = 0; count < 50; count++) log.append('user/message', said(`${count}`))
    await Promise.all(Array.from({ length: 20 }, () => log.flush()))
    // The first line goes at once, all others together.
    expect(doneSince(disk, begin)).toEqual(['write', 'write', 'sync'])
    await log.flush()
    expect(doneSince(disk, begin)).toHaveLength(3)
    await log.close()
  })

  test('waits for no line that came after it', async () => {
    const operations: DiskOperation[] = []
    const disk = simulatedDisk({ watch: (operation) => void operations.push(operation) })
    const log = await storeOn(disk).create(session())
    log.append('turn/start', turn)
    const flushed = log.flush().then(() => operations.filter(({ kind }) => kind === 'write').length)
    const more = setInterval(() => log.append('user/message', said('more')))
    expect(await flushed).toBeLessThan(5)
    clearInterval(more)
    await log.close()
  })

  test('comes by itself after each event where it is asked to, and never where that is asked', async () => {
    for (const [flushing, syncs] of [
      ['event', 3],
      ['never', 0],
      ['step', 0],
    ] as const) {
      const disk = simulatedDisk()
      const log = await storeOn(disk).create(session(), { flushing })
      const begin = disk.operationCount
      for (let count = 0; count < 3; count++) {
        log.append('user/message', said('words'))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      expect([flushing, doneSince(disk, begin).filter((kind) => kind === 'sync').length]).toEqual([
        flushing,
        syncs,
      ])
      await log.close()
      expect((await storeOn(disk).read(id)).events).toHaveLength(3)
    }
  })
})

test('a log that is never flushed does not say that what was there before is durable', async () => {
  const disk = simulatedDisk()
  const log = await storeOn(disk).create(session(), { flushing: 'never' })
  log.append('turn/start', turn)
  await log.close()
  for (const [flushing, synced] of [
    ['never', undefined],
    ['step', 2],
  ] as const) {
    const { log: again } = await storeOn(disk).open(id, { flushing })
    again.append('user/message', said('later'))
    await again.close()
    const last = bytesOf(disk).toString('utf8').trimEnd().split('\n').at(-1) ?? ''
    expect([flushing, (JSON.parse(last) as { synced?: number }).synced]).toEqual([flushing, synced])
  }
})

describe('after the first failure', () => {
  test.each(['write', 'sync'] as const)(
    'of a %s nothing is tried again, and everything says so',
    async (on) => {
      const disk = simulatedDisk()
      const log = await storeOn(disk).create(session())
      log.append('turn/start', turn)
      await log.flush()
      const confirmed = bytesOf(disk)
      disk.fail({ on, nth: 1, effect: { error: 'EIO' } })
      log.append('user/message', said('lost'))
      const failures = await Promise.all([log.flush(), log.flush()].map(failureOf))
      expect(failures.map(({ code }) => code)).toEqual(['SESSION_LOG_FAILED', 'SESSION_LOG_FAILED'])
      expect(failures[0]?.message).toContain(`the session log "/simulated/${fileName}" could not be written`)
      const begin = disk.operationCount
      expect(() => log.append('turn/start', turn)).toThrow(log.failure)
      await expect(log.flush()).rejects.toBe(log.failure)
      expect(doneSince(disk, begin)).toEqual([])
      await expect(log.close()).rejects.toBe(log.failure)
      expect(disk.openFiles).toBe(0)
      const { events, log: again } = await storeOn(disk).open(id)
      await again.close()
      expect(events[0]?.type).toBe('turn/start')
      expect(bytesOf(disk).subarray(0, confirmed.length)).toEqual(confirmed)
    },
  )

  test('an append learns of it, also where nobody waited', async () => {
    const disk = simulatedDisk({ faults: [{ on: 'write', nth: 2, effect: { error: 'ENOSPC' } }] })
    const log = await storeOn(disk).create(session())
    log.append('turn/start', turn)
    await expect.poll(() => log.failure?.message).toContain('ENOSPC')
    const { code } = await failureOf((async () => log.append('turn/start', turn))())
    expect(code).toBe('SESSION_LOG_FAILED')
    await expect(log.close()).rejects.toBe(log.failure)
  })

  test('of its beginning there is no session, and the next try has one', async () => {
    const disk = simulatedDisk({ faults: [{ on: 'sync', nth: 1, effect: { error: 'EIO' } }] })
    const store = storeOn(disk)
    expect((await failureOf(store.create(session()))).code).toBe('DISK_FAILED')
    expect([disk.contents().size, disk.openFiles]).toEqual([0, 0])
    await (await store.create(session())).close()
  })
})

describe('close', () => {
  test('confirms what was appended, lets go once, and ends the appending', async () => {
    const disk = simulatedDisk()
    const store = storeOn(disk)
    const log = await store.create(session())
    const event = log.append('turn/start', turn)
    const closing = log.close()
    expect((await failureOf((async () => log.append('turn/start', turn))())).code).toBe('SESSION_CLOSED')
    await Promise.all([closing, log.close(), log.flush()])
    expect(disk.openFiles).toBe(0)
    for (const { disk: after } of disk.crashStates()) {
      expect((await storeOn(after).read(id)).events).toEqual([event])
    }
  })
})

describe('watch', () => {
  test('hears each event once, in order, also those that another watcher appends', async () => {
    const log = await storeOn(simulatedDisk()).create(session())
    const heard: number[][] = [[], []]
    const hear = (index: number) => (event: SessionEvent) => {
      heard[index]?.push(event.seq)
      if (event.seq < 3) log.append('user/message', said('an answer'))
    }
    log.append('turn/start', turn)
    const undo = [log.watch(hear(0)), log.watch(hear(1))]
    log.append('turn/start', turn)
    for (const stop of undo) stop()
    log.append('turn/start', turn)
    await log.close()
    expect(heard).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ])
  })

  test('contains what a watcher throws, and tells of it', async () => {
    const warnings: string[] = []
    const log = await storeOn(simulatedDisk(), { warn: (message) => warnings.push(message) }).create(
      session(),
    )
    const heard: string[] = []
    log.watch(() => {
      throw new Error('no mood')
    })
    log.watch(({ type }) => heard.push(type))
    log.append('turn/start', turn)
    await log.close()
    expect(heard).toEqual(['turn/start'])
    expect(warnings).toEqual([expect.stringContaining('no mood')])
  })
})
