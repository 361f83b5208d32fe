import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  bytesOf,
  diskWith,
  failureOf,
  fileName,
  id,
  said,
  storeOn,
  writtenSession,
} from './session-folder.ts'

describe('a log whose writer was cut off', () => {
  verifies(
    ['fault:B128', 'security:R1'],
    'goes on behind its last whole event, wherever the last one was cut',
    async () => {
      const { disk: whole, events } = await writtenSession()
      const bytes = bytesOf(whole)
      const last = bytes.lastIndexOf(10, bytes.length - 2) + 1
      for (let cut = last; cut < bytes.length; cut++) {
        const disk = diskWith(bytes.subarray(0, cut))
        const store = storeOn(disk)
        const first = await store.open(id)
        expect([cut, first.events]).toEqual([cut, events.slice(0, 2)])
        expect(first.torn?.bytes ?? 0).toBe(cut - last)
        first.log.append('user/message', said('after the cut'))
        await first.log.close()
        const second = await store.open(id)
        await second.log.close()
        expect(second.events.map(({ seq }) => seq)).toEqual([0, 1, 2])
        expect(second.events.at(-1)?.data).toEqual(said('after the cut'))
        expect(second.torn).toBeUndefined()
      }
    },
  )

  verifies(['fault:B128'], 'is recovered once: a second time changes no byte', async () => {
    const { disk: whole } = await writtenSession()
    const disk = diskWith(bytesOf(whole).subarray(0, -5))
    const store = storeOn(disk)
    await (await store.open(id)).log.close()
    const recovered = disk.contents()
    await (await store.open(id)).log.close()
    expect(disk.contents()).toEqual(recovered)
  })

  test('keeps what was cut off in a file beside it, durable before the log is cut', async () => {
    const { disk: whole } = await writtenSession()
    const bytes = bytesOf(whole)
    const disk = diskWith(Buffer.concat([bytes, Buffer.from('{"seq":3,"ti')]))
    const { log, torn } = await storeOn(disk).open(id)
    await log.close()
    expect(torn).toEqual({ bytes: 12, file: `${id}.torn-1` })
    expect(disk.text(`${id}.torn-1`)).toBe('{"seq":3,"ti')
    expect(bytesOf(disk)).toEqual(bytes)
    const kinds = disk.operations().map(({ kind, name }) => `${kind} ${name}`)
    const cut = kinds.indexOf(`truncate ${fileName}`)
    expect(kinds.indexOf(`sync ${id}.torn-1`)).toBeLessThan(kinds.indexOf('folder-sync '))
    expect(kinds.indexOf('folder-sync ')).toBeLessThan(cut)
    expect(kinds.slice(cut)).toContain(`sync ${fileName}`)
  })

  test('keeps each of several tails under its own name, and they go with the session', async () => {
    const { disk: whole } = await writtenSession()
    const disk = diskWith(Buffer.concat([bytesOf(whole), Buffer.from('one')]))
    const store = storeOn(disk)
    const { log } = await store.open(id)
    await log.close()
    disk.put(fileName, Buffer.concat([bytesOf(disk), Buffer.from('two')]))
    const again = await store.open(id)
    await again.log.close()
    expect([again.torn?.file, disk.text(`${id}.torn-1`), disk.text(`${id}.torn-2`)]).toEqual([
      `${id}.torn-2`,
      'one',
      'two',
    ])
    await store.remove(id)
    expect(disk.contents().size).toBe(0)
  })

  test('is only read by a reader, who says how much is torn', async () => {
    const { disk: whole, events } = await writtenSession()
    const disk = diskWith(bytesOf(whole).subarray(0, -1))
    const before = disk.contents()
    const found = await storeOn(disk).read(id)
    expect(found.events).toEqual(events.slice(0, 2))
    expect(found.tornBytes).toBeGreaterThan(100)
    expect(disk.contents()).toEqual(before)
  })
})

describe('a log after a power loss', () => {
  verifies(['fault:B130'], 'loses the padding at its end, and nothing else', async () => {
    const { disk: whole, events } = await writtenSession()
    const bytes = bytesOf(whole)
    for (const padded of [bytes, bytes.subarray(0, -20)]) {
      const disk = diskWith(Buffer.concat([padded, Buffer.alloc(500)]))
      const { log, events: found, torn } = await storeOn(disk).open(id)
      await log.close()
      expect(found).toEqual(padded === bytes ? events : events.slice(0, 2))
      expect(torn?.bytes).toBe(500 + (padded === bytes ? 0 : padded.length - bytes.lastIndexOf(10, -2) - 1))
    }
  })

  verifies(['fault:B130'], 'is damaged where the padding stands between its events', async () => {
    const { disk } = await writtenSession()
    const bytes = bytesOf(disk)
    for (let end = bytes.indexOf(10); end < bytes.length - 1; end = bytes.indexOf(10, end + 1)) {
      const padded = Buffer.concat([bytes.subarray(0, end + 1), Buffer.alloc(500), bytes.subarray(end + 1)])
      const failure = await failureOf(storeOn(diskWith(padded)).open(id))
      const line = bytes
        .subarray(0, end + 1)
        .toString()
        .split('\n').length
      expect(failure.code).toBe('SESSION_CORRUPT')
      expect(failure.message).toContain(`line ${line} (byte ${end + 1})`)
    }
  })

  verifies(
    ['fault:B130'],
    'says which it is: empty, without a whole header, or with a header alone',
    async () => {
      const { disk } = await writtenSession(() => {})
      const header = bytesOf(disk)
      const { log, events } = await storeOn(diskWith(header)).open(id)
      await log.close()
      expect(events).toEqual([])
      const empty = await failureOf(storeOn(diskWith('')).open(id))
      const zeros = await failureOf(storeOn(diskWith(Buffer.alloc(500))).open(id))
      const messages = new Set<string>()
      for (let cut = 1; cut < header.length; cut++) {
        const failure = await failureOf(storeOn(diskWith(header.subarray(0, cut))).open(id))
        expect(failure.code).toBe('SESSION_CORRUPT')
        messages.add(failure.message)
      }
      expect([empty.code, zeros.code, messages.size]).toEqual(['SESSION_CORRUPT', 'SESSION_CORRUPT', 1])
      expect(empty.message).toContain('is empty: it was never begun')
      expect(zeros.message).toContain('has only NUL bytes')
      expect([...messages][0]).toContain('ends within its header')
    },
  )

  test('loses events that were never confirmed where one before them is missing', async () => {
    const { disk: whole, events } = await writtenSession(async (log) => {
      log.append('user/message', said('confirmed'))
      await log.flush()
      for (const words of ['one', 'two', 'three']) log.append('user/message', said(words))
    })
    const bytes = bytesOf(whole)
    // The second of the three lies in a sector that never reached the disk.
    const hole = bytes.indexOf('{"seq":2')
    bytes.fill(0, hole, bytes.indexOf('{"seq":3'))
    const { log, events: found, torn } = await storeOn(diskWith(bytes)).open(id)
    await log.close()
    expect(found).toEqual(events.slice(0, 2))
    expect(torn?.bytes).toBe(bytes.length - hole)
  })

  test('is damaged where an event is missing that was confirmed', async () => {
    const { disk } = await writtenSession()
    const bytes = bytesOf(disk)
    bytes.fill(0, bytes.indexOf('{"seq":1'), bytes.indexOf('{"seq":2'))
    expect(await failureOf(storeOn(diskWith(bytes)).open(id))).toMatchObject({ code: 'SESSION_CORRUPT' })
  })
})
