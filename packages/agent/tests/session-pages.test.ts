import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memorySessions, type LogPlace, type SessionPage, type SessionStore } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  bytesOf,
  diskWith,
  failureOf,
  fileName,
  id,
  listOf,
  printed,
  said,
  session,
  storeOn,
  threeEvents,
  writtenSession,
} from './session-folder.ts'

const eventsOf = (pages: readonly SessionPage[]): SessionEvent[] => pages.flatMap(({ events }) => events)

/** A session that takes more than one page, with an event among them that is longer than a page. */
const long = (log: { append: Awaited<ReturnType<SessionStore['create']>>['append'] }): void => {
  for (let turn = 0; turn < 200; turn++) log.append('tool/result', printed('x'.repeat(5000 + turn)))
  log.append('tool/result', printed('y'.repeat(600_000)))
  log.append('user/message', said('the last words'))
}

/** What stores of both kinds must do alike. */
const stores: Record<string, () => Promise<{ store: SessionStore; events: readonly SessionEvent[] }>> = {
  'on a disk': async () => {
    const { disk, events } = await writtenSession(long)
    return { store: storeOn(disk), events }
  },
  'in memory': async () => {
    const store = memorySessions()
    const log = await store.create(session())
    long(log)
    await log.close()
    return { store, events: (await store.read(id)).events }
  },
}

describe.each(Object.entries(stores))('a long session %s', (_, stored) => {
  test('comes in pages of bounded size, all of it and in order', async () => {
    const { store, events } = await stored()
    const pages = await listOf(store.pages(id))
    expect(eventsOf(pages)).toEqual(events)
    expect(pages.length).toBeGreaterThan(4)
    const sizes = pages.map((page) => JSON.stringify(page.events).length)
    // One event of it is longer than a page.
    expect(sizes.filter((size) => size > 300_000)).toHaveLength(1)
  })

  test('goes on from each page, also where that went through JSON', async () => {
    const { store, events } = await stored()
    for (const { next } of await listOf(store.pages(id))) {
      const place = JSON.parse(JSON.stringify(next)) as LogPlace
      expect(eventsOf(await listOf(store.pages(id, place)))).toEqual(events.slice(next.seq))
    }
  })

  test('is told by its end: the events that fit, and whether they are all', async () => {
    const { store, events } = await stored()
    const small = await store.tail(id, 1000)
    expect([small.events, small.isWhole, small.header.id]).toEqual([events.slice(-1), false, id])
    expect(await store.tail(id, 10)).toMatchObject({ events: [], isWhole: false })
    expect(await store.tail(id, 100_000)).toMatchObject({ events: events.slice(-1), isWhole: false })
    const most = await store.tail(id, 1_000_000)
    expect(most.isWhole).toBe(false)
    expect(most.events.length).toBeGreaterThan(20)
    expect(most.events).toEqual(events.slice(-most.events.length))
    const all = await store.tail(id, 100_000_000)
    expect([all.events.length, all.isWhole]).toEqual([events.length, true])
  })

  test('goes on from its end', async () => {
    const { store } = await stored()
    const { next } = await store.tail(id, 1000)
    const { log } = await store.open(id)
    const event = log.append('user/message', said('and more'))
    await log.close()
    expect(eventsOf(await listOf(store.pages(id, next)))).toEqual([event])
    expect((await store.tail(id, 1000)).next).toEqual((await listOf(store.pages(id))).at(-1)?.next)
  })

  test('that is not there is not found', async () => {
    const { store } = await stored()
    expect((await failureOf(listOf(store.pages('other')))).code).toBe('SESSION_NOT_FOUND')
    expect((await failureOf(store.tail('other', 1000))).code).toBe('SESSION_NOT_FOUND')
  })
})

describe('a session without events', () => {
  test('has one page, which says where it will go on', async () => {
    const memory = memorySessions()
    await memory.create(session())
    const { disk } = await writtenSession(() => {})
    for (const store of [memory, storeOn(disk)]) {
      const [page, ...others] = await listOf(store.pages(id))
      expect([page?.events, page?.next.seq, page?.header.id, others]).toEqual([[], 0, id, []])
      expect(await listOf(store.pages(id, page?.next))).toEqual([])
      expect(await store.tail(id, 1000)).toMatchObject({ events: [], isWhole: true, next: page?.next })
    }
  })
})

describe('a session that is written to', () => {
  test('is read on as it grows, with nothing twice and nothing left out', async () => {
    const { disk } = await writtenSession(() => {})
    const store = storeOn(disk)
    const { log } = await store.open(id)
    const read: number[] = []
    let next: LogPlace | undefined
    for (let round = 0; round < 20; round++) {
      log.append('user/message', said(`round ${round}`))
      if (round % 3 === 0) log.append('tool/result', printed('z'.repeat(round * 20_000)))
      await log.flush()
      for await (const page of store.pages(id, next)) {
        read.push(...page.events.map(({ seq }) => seq))
        next = page.next
      }
    }
    await log.close()
    expect(read).toEqual(Array.from({ length: 27 }, (_, seq) => seq))
  })

  verifies(
    ['fault:B128'],
    'ends before an event that is not whole yet, which comes with a later reading',
    async () => {
      const { disk: whole, events } = await writtenSession()
      const bytes = bytesOf(whole)
      const last = bytes.lastIndexOf(10, bytes.length - 2) + 1
      for (let cut = last; cut < bytes.length; cut += 7) {
        const disk = diskWith(bytes.subarray(0, cut))
        const store = storeOn(disk)
        const pages = await listOf(store.pages(id))
        expect([cut, eventsOf(pages)]).toEqual([cut, events.slice(0, 2)])
        expect((await store.tail(id, 10_000)).events).toEqual(events.slice(0, 2))
        expect((await store.tail(id, cut - last + 10)).events.length).toBeLessThanOrEqual(1)
        disk.put(fileName, bytes)
        expect(eventsOf(await listOf(store.pages(id, pages.at(-1)?.next)))).toEqual(events.slice(2))
      }
    },
  )
})

describe('a damaged session', () => {
  verifies(['security:R1'], 'is never read beyond its damage, in pages or by its end', async () => {
    const { disk, events } = await writtenSession(async (log) => {
      await threeEvents(log)
      await threeEvents(log)
    })
    const bytes = bytesOf(disk)
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 2000 }), async (at, most) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] as number) ^ 4
        const store = storeOn(diskWith(changed))
        const pages = await listOf(store.pages(id)).catch(codeOf)
        if (typeof pages === 'string') expect(pages).toBe('SESSION_CORRUPT')
        else expect(eventsOf(pages)).toEqual(events.slice(0, 5))
        const tail = await store.tail(id, most).catch(codeOf)
        if (typeof tail === 'string') expect(tail).toBe('SESSION_CORRUPT')
        else for (const event of tail.events) expect(event).toEqual(events[event.seq])
      }),
      { numRuns: 500 },
    )
  })

  test('is said to be where it is, in a page long after the first', async () => {
    const { disk } = await writtenSession(async (log) => {
      long(log)
      await log.flush()
      log.append('user/message', said('after what is durable'))
    })
    const bytes = bytesOf(disk)
    const place = bytes.indexOf('"seq":150')
    bytes[place + 200] = 0x21
    const pages = storeOn(diskWith(bytes)).pages(id)
    const { code, message } = await failureOf(listOf(pages))
    const line = bytes.lastIndexOf(10, place) + 1
    expect([code, message.includes(`line 152 (byte ${line})`)]).toEqual(['SESSION_CORRUPT', true])
  })

  test('is one that is another than it was when it was read before', async () => {
    const { disk } = await writtenSession()
    const pages = await listOf(storeOn(disk).pages(id))
    const { disk: other } = await writtenSession((log) => void log.append('user/message', said('short')))
    const { code, message } = await failureOf(listOf(storeOn(other).pages(id, pages.at(-1)?.next)))
    expect(code).toBe('SESSION_CORRUPT')
    expect(message).toContain('where one was read before')
  })

  test('is told from one of a future version, whose unknown events may be skipped', async () => {
    const { disk, events } = await writtenSession((log) => {
      log.append('model/notice', { turn: 1, step: 1, message: 'm' })
      log.append('future/thing' as 'model/notice', { turn: 1 } as never, { ignorable: true })
      log.append('user/message', said('words'))
    })
    const known = [events[0], events[2]]
    expect(eventsOf(await listOf(storeOn(disk).pages(id)))).toEqual(known)
    expect((await storeOn(disk).tail(id, 10_000)).events).toEqual(known)
  })
})

const codeOf = (error: unknown): string => (error as { code: string }).code
