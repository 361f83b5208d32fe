import { describe, expect, test } from 'vitest'
import { manualClock } from '@millrace/host'
import type { SessionSummary } from '@millrace/agent/session'
import { simulatedDisk } from '@millrace/testkit/disk'
import {
  ended,
  failureOf,
  fileName,
  id,
  listOf,
  said,
  session,
  storeOn,
  writtenSession,
} from './session-folder.ts'

const only = async (disk: ReturnType<typeof simulatedDisk>): Promise<SessionSummary> => {
  const [found] = await listOf(storeOn(disk).list())
  return found as SessionSummary
}

describe('a session at a glance', () => {
  test('has its first words, its end and what it used', async () => {
    const { disk } = await writtenSession((log) => {
      log.append('turn/start', { turn: 1, principal: 'user' })
      log.append('user/message', {
        ...said('from a hook'),
        message: { role: 'user', content: 'from a hook', source: { kind: 'plugin', plugin: 'hooks' } },
      })
      log.append('user/message', said('for the child'), { agent: 'child' })
      log.append('user/message', said('\n\n  Mend the build  \nand then more'))
      log.append('user/message', said('something else'))
      log.append('turn/end', ended(1, 7))
      log.append('turn/end', { ...ended(1, 99), reason: 'failed' }, { agent: 'child' })
    })
    const summary = await only(disk)
    expect(summary).toEqual({
      id,
      header: summary.header,
      title: 'Mend the build',
      lastAt: 1008,
      bytes: disk.contents().get(fileName)?.length,
      ended: 'done',
      totals: ended(1, 7).session,
      live: false,
    })
    expect(summary.header).toMatchObject({ id, cwd: '/home/me/project', tools: { bash: '0123456789abcdef' } })
  })

  test('has no end while a turn is under way, and the totals of the one before', async () => {
    const { disk } = await writtenSession((log) => {
      log.append('turn/end', ended(1, 3))
      log.append('turn/start', { turn: 2, principal: 'user' })
    })
    const summary = await only(disk)
    expect([summary.ended, summary.totals?.steps]).toEqual([undefined, 3])
  })

  test('keeps code points of a long title whole', async () => {
    for (const before of ['', 'x']) {
      const { disk } = await writtenSession(
        (log) => void log.append('user/message', said(before + '\u{1f600}'.repeat(200))),
      )
      const { title } = await only(disk)
      expect(title.length).toBeLessThanOrEqual(120)
      expect([title.isWellFormed(), title.endsWith('…')]).toEqual([true, true])
    }
  })

  test('is the same however long its header, its first words and its last event are', async () => {
    const tools = Object.fromEntries(
      Array.from({ length: 3000 }, (_, count) => [`tool_${count}`, '0'.repeat(16)]),
    )
    const disk = simulatedDisk()
    const log = await storeOn(disk).create(session({ tools }))
    log.append('user/message', said(`Read this\n${'long '.repeat(60_000)}`))
    log.append('turn/end', ended(1, 2))
    log.append('user/message', said('x'.repeat(300_000)))
    await log.close()
    const summary = await only(disk)
    expect([summary.title, Object.keys(summary.header.tools).length]).toEqual(['Read this', 3000])
    expect(summary.lastAt).toBeGreaterThan(1000)
  })

  test('reads the ends of a log alone', async () => {
    const { disk } = await writtenSession((log) => {
      log.append('user/message', said('Begin'))
      for (let count = 0; count < 200; count++) log.append('user/message', said('x'.repeat(50_000)))
      log.append('turn/end', ended(1))
    })
    const begin = disk.operationCount
    await only(disk)
    const reads = disk.operations().filter(({ index, kind }) => index > begin && kind === 'read')
    expect(reads.reduce((sum, { bytes = 0 }) => sum + bytes, 0)).toBeLessThanOrEqual(128 * 1024)
  })

  test('is read anew only where its log has changed', async () => {
    const disk = simulatedDisk()
    const store = storeOn(disk)
    const log = await store.create(session())
    log.append('user/message', said('Begin'))
    await log.flush()
    const listed = async (): Promise<[SessionSummary, number]> => {
      const begin = disk.operationCount
      const [found] = await listOf(store.list())
      const reads = disk.operations().filter(({ index, kind }) => index > begin && kind === 'read')
      return [found as SessionSummary, reads.length]
    }
    const [first, reads] = await listed()
    expect(reads).toBeGreaterThan(0)
    expect(await listed()).toEqual([first, 0])
    log.append('turn/end', ended(1))
    await log.close()
    const [second, readsAgain] = await listed()
    expect([second.ended, second.live, readsAgain]).toEqual(['done', false, reads])
    expect(await listed()).toEqual([second, 0])
  })

  test('is live while somebody writes to it, and not once it is closed or its writer was killed', async () => {
    const disk = simulatedDisk()
    const store = storeOn(disk)
    const log = await store.create(session())
    expect([(await only(disk)).live, (await listOf(store.list()))[0]]).toEqual([
      true,
      expect.objectContaining({ live: true }),
    ])
    expect((await only(disk.killed())).live).toBe(false)
    await log.close()
    expect((await only(disk)).live).toBe(false)
  })

  test('of a log with a torn end is that of what is whole', async () => {
    const { disk } = await writtenSession((log) => {
      log.append('user/message', said('Begin'))
      log.append('turn/end', ended(1, 4))
    })
    disk.put(fileName, `${disk.text(fileName)}{"seq":2,"time":99`)
    expect(await only(disk)).toMatchObject({
      title: 'Begin',
      ended: 'done',
      totals: { steps: 4 },
      lastAt: 1003,
    })
  })
})

describe('the list', () => {
  test('has the latest first, and those that cannot be read with their problem', async () => {
    const clock = manualClock(1_000_000)
    const disk = simulatedDisk({ clock })
    const ids = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]
    for (const name of ids) {
      clock.advance(1000)
      await (await storeOn(disk).create(session({ id: name }))).close()
    }
    clock.advance(1000)
    disk.put(`${'d'.repeat(32)}.jsonl`, '')
    clock.advance(1000)
    disk.put(`${'e'.repeat(32)}.jsonl`, 'rubbish\n')
    clock.advance(1000)
    disk.put(`${'f'.repeat(32)}.jsonl`, disk.text(`${ids[0]}.jsonl`))
    disk.put('notes.txt', 'no session')
    disk.put('odd name.jsonl', 'no session either')
    const found = await listOf(storeOn(disk).list())
    expect(found.map((entry) => [entry.id[0], 'problem' in entry ? entry.problem : 'fine'])).toEqual([
      ['f', expect.stringContaining(`is that of session "${ids[0]}"`)],
      ['e', expect.stringContaining('the checksum of its header is wrong')],
      ['d', expect.stringContaining('is empty: it was never begun')],
      ['c', 'fine'],
      ['b', 'fine'],
      ['a', 'fine'],
    ])
  })

  test('passes over a session that is removed meanwhile', async () => {
    const disk = simulatedDisk()
    const store = storeOn(disk)
    for (let count = 0; count < 60; count++) await (await store.create(session({ id: `s${count}` }))).close()
    const found: string[] = []
    for await (const entry of store.list()) {
      found.push(entry.id)
      if (found.length === 1) {
        for (let count = 0; count < 60; count++) await failureOf(store.remove(`s${count}`))
      }
    }
    expect(found.length).toBeLessThan(60)
  })

  test('can be left early, and leaves no file open', async () => {
    const disk = simulatedDisk()
    const store = storeOn(disk)
    for (let count = 0; count < 40; count++) await (await store.create(session({ id: `s${count}` }))).close()
    for await (const entry of store.list()) if (entry.id !== '') break
    expect(disk.openFiles).toBe(0)
  })
})
