import { describe, expect, test, vi } from 'vitest'
import { reduceSession, initialSession, presentersOf } from '@millrace/cards'
import { testTool } from '@millrace/testkit'
import type { SessionEvent } from '@millrace/protocol'
import { EventReader } from '../support/event-reader.ts'
import { fakeHost, type FakeHost } from '../support/fake-host.ts'
import { FakeSession } from '../support/fake-session.ts'
import { serve, type TestServer } from '../support/served.ts'

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

const chunk = (session: FakeSession, text: string): SessionEvent =>
  session.append('assistant/chunk', { turn: 1, step: 1, kind: 'text', text })

async function live(events = 0): Promise<{ host: FakeHost; server: TestServer; session: FakeSession }> {
  const host = await fakeHost()
  const session = await host.sessions.add({ activity: { at: 'here', status: 'running' } })
  for (let index = 0; index < events; index++) chunk(session, `before ${index}`)
  return { host, server: await serve(host), session }
}

const watch = (
  server: TestServer,
  session: FakeSession,
  after?: number,
  isRead = true,
): Promise<EventReader> =>
  EventReader.open(
    server.port,
    `/api/sessions/${session.id}/stream${after === undefined ? '' : `?after=${after}`}`,
    isRead,
  )

describe('the stream of a session', () => {
  test('begins with the header, has all that there is, says so, and goes on with what happens', async () => {
    const { server, session } = await live(3)
    const reader = await watch(server, session)
    await reader.next('caught-up')
    chunk(session, 'now')
    await reader.until(() => reader.seqs.length === 4)
    expect(reader.events.map(({ name }) => name)).toEqual(['header', 'frames', 'caught-up', 'frames'])
    expect(reader.events[0]?.data).toEqual({ header: session.log.header, activity: session.activity })
    expect(reader.all('caught-up')).toEqual([{ next: 3 }])
    expect(reader.seqs).toEqual([0, 1, 2, 3])
    expect(reader.frames[3]?.event.data).toMatchObject({ text: 'now' })
  })

  test('begins behind the last event that a page has', async () => {
    const { server, session } = await live(10)
    const reader = await watch(server, session, 6)
    await reader.next('caught-up')
    chunk(session, 'now')
    await reader.until(() => reader.seqs.includes(10))
    expect(reader.seqs).toEqual([7, 8, 9, 10])
  })

  test('shows the end of a long log first, and all of it afterwards', async () => {
    const { server, session } = await live()
    for (let index = 0; index < 300; index++) chunk(session, 'x'.repeat(3000))
    const reader = await watch(server, session)
    await reader.next('caught-up')
    expect(reader.events.map(({ name }) => name).slice(0, 3)).toEqual(['header', 'tail', 'frames'])
    const [tail] = reader.all('tail') as { frames: { event: SessionEvent }[] }[]
    const first = tail?.frames[0]?.event.seq ?? 0
    expect(first).toBeGreaterThan(200)
    expect(tail?.frames.map(({ event }) => event.seq)).toEqual(numbers(first, 300))
    expect(reader.seqs).toEqual(numbers(0, 300))
    const sizes = reader.all('frames').map((data) => JSON.stringify(data).length)
    expect(Math.max(...sizes)).toBeLessThan(70_000)
  })

  test('has no gap and nothing twice, however often it is cut off and taken up again', async () => {
    const { server, session } = await live(50)
    const seen: number[] = []
    let isWriting = true
    const writing = (async () => {
      for (let count = 0; count < 600; count++) {
        chunk(session, 'y'.repeat(count % 500))
        if (count % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      }
      isWriting = false
    })()
    for (let round = 0; isWriting || seen.length < 650; round++) {
      const reader = await watch(server, session, seen.at(-1) ?? -1)
      const wanted = 1 + (round % 7) * 9
      await reader.until(() => reader.seqs.length >= Math.min(wanted, 650 - seen.length))
      seen.push(...reader.seqs)
      reader.close()
    }
    await writing
    expect(seen).toEqual(numbers(0, 650))
  })

  test('brings an event within a few milliseconds', async () => {
    const { server, session } = await live(1)
    const reader = await watch(server, session)
    await reader.next('caught-up')
    const lags: number[] = []
    const answers: number[] = []
    for (let count = 1; count <= 20; count++) {
      const asked = performance.now()
      await (await server.ask('/api/about')).text()
      const at = performance.now()
      answers.push(at - asked)
      chunk(session, 'now')
      await reader.until(() => reader.seqs.length === count + 1)
      lags.push((reader.events.at(-1)?.at ?? 0) - at)
    }
    // Load of the machine makes them late as it does any answer; what the server itself waits for would be in all of them.
    expect(Math.min(...lags)).toBeLessThan(60 + Math.min(...answers))
  })

  test('tells what the agent does after the events that led to it', async () => {
    const { server, session } = await live(1)
    const reader = await watch(server, session)
    await reader.next('caught-up')
    chunk(session, 'the last words')
    session.activity = { at: 'here', status: 'idle' }
    await reader.next('activity')
    expect(reader.events.map(({ name }) => name).slice(-2)).toEqual(['frames', 'activity'])
    expect(reader.all('activity')).toEqual([{ at: 'here', status: 'idle' }])
  })

  test('carries how tools want their calls shown, so that a page folds the same cards', async () => {
    const tool = testTool({
      name: 'look',
      presentCall: (args) => ({ card: 'generic', title: `look at ${JSON.stringify(args)}` }),
      presentResult: () => ({ card: 'generic', title: 'looked' }) as never,
    })
    const host = await fakeHost([tool])
    const server = await serve(host)
    const calls = [
      { name: 'look', arguments: { path: 'a' } },
      { name: 'look', arguments: { path: 'b' } },
    ]
    const session = await host.sessions.play('look', [{ calls }, 'done'])
    const reader = await watch(server, session)
    await reader.until(() => reader.frames.some(({ event }) => event.type === 'turn/end'))
    const { events } = await host.sessions.setup.store.read(session.id)
    const here = events.reduce((view, event) => reduceSession(view, event, () => tool), initialSession)
    const there = reader.frames.reduce(
      (view, frame) => reduceSession(view, frame.event, presentersOf(frame)),
      initialSession,
    )
    expect(there).toEqual(here)
    expect(there.cards.map(({ call }) => call.title)).toEqual([
      'look at {"path":"a"}',
      'look at {"path":"b"}',
    ])
  })

  test('finds the call of a result also where it was announced before the place at which it begins', async () => {
    const host = await fakeHost()
    const presenters = () => ({
      presentResult: (args: unknown) =>
        ({ card: 'generic', content: [{ type: 'text', text: JSON.stringify(args) }] }) as never,
    })
    const session = await host.sessions.add({ presenters })
    const server = await serve(host)
    const call = session.append('tool/call', {
      turn: 1,
      step: 1,
      callId: 'c',
      name: 'echo',
      arguments: '{"n":7}',
    })
    for (let count = 0; count < 5; count++) chunk(session, 'between')
    const reader = await watch(server, session, 3)
    await reader.next('caught-up')
    session.append('tool/result', {
      turn: 1,
      step: 1,
      callId: 'c',
      callSeq: call.seq,
      content: [],
      isError: false,
    })
    await reader.until(() => reader.seqs.includes(6))
    expect(reader.frames.at(-1)?.result).toEqual({
      card: 'generic',
      content: [{ type: 'text', text: '{"n":7}' }],
    })
  })

  test('contains a presenter that throws, and data that are nested deeply', async () => {
    const host = await fakeHost()
    const presenters = () => ({
      presentCall: () => {
        throw new Error('broken')
      },
    })
    const session = await host.sessions.add({ presenters })
    const server = await serve(host)
    const reader = await watch(server, session)
    await reader.next('caught-up')
    let deep: unknown = 'bottom'
    for (let depth = 0; depth < 20_000; depth++) deep = [deep]
    session.append('tool/call', { turn: 1, step: 1, callId: 'c', name: 'echo', arguments: '{}' })
    session.append('tool/result', {
      turn: 1,
      step: 1,
      callId: 'c',
      callSeq: 0,
      content: [],
      isError: false,
      meta: deep as never,
    })
    await reader.until(() => reader.seqs.length === 2)
    expect(reader.frames[0]?.call).toMatchObject({ card: 'generic' })
    expect(server.warnings).toEqual([])
  })

  test('ends with what is wrong where the log cannot be read', async () => {
    const { host, server, session } = await live(3)
    vi.spyOn(host.sessions.get(session.id), 'source').mockImplementation(() => ({
      ...sourceOf(session),
      async *pages() {
        yield (await host.sessions.setup.store.read(session.id)).events.slice(0, 1)
        throw Object.assign(new Error('secret of the machine'), { code: 'EIO' })
      },
    }))
    const reader = await watch(server, session)
    await reader.ended()
    expect(reader.events.map(({ name }) => name)).toEqual(['header', 'frames', 'gone'])
    expect(JSON.stringify(reader.all('gone'))).not.toContain('secret')
    expect(server.warnings.join()).toContain('secret of the machine')
  })

  test('is refused for a session that is not there, and for a place that is none', async () => {
    const { server, session } = await live()
    const at = (path: string): Promise<unknown> => EventReader.open(server.port, path)
    await expect(at('/api/sessions/other/stream')).rejects.toThrow(/^404.*SESSION_NOT_FOUND/s)
    await expect(at('/api/sessions/%2e%2e%2f/stream')).rejects.toThrow(/^404/)
    for (const after of ['x', '-2', '1.5', '', '1e99'])
      await expect(at(`/api/sessions/${session.id}/stream?after=${after}`)).rejects.toThrow(
        /^400.*must be the number of an event/s,
      )
  })
})

function sourceOf(session: FakeSession): ReturnType<FakeSession['source']> {
  return FakeSession.prototype.source.call(session)
}

describe('viewers of a session', () => {
  test('share one source, which is closed when the last one leaves', async () => {
    const { server, session } = await live(1)
    const readers = await Promise.all([
      watch(server, session),
      watch(server, session),
      watch(server, session),
    ])
    await Promise.all(readers.map((reader) => reader.next('caught-up')))
    expect(session.open).toBe(1)
    for (const reader of readers) reader.close()
    await expect.poll(() => session.open).toBe(0)
    await (await watch(server, session)).next('caught-up')
    expect(session.open).toBe(1)
  })

  test('who do not read hold up neither the agent nor the others, and get everything in the end', async () => {
    const { server, session } = await live(1)
    const slow = await watch(server, session, undefined, false)
    const fast = await watch(server, session)
    await fast.next('caught-up')
    // More than the ring and the buffers of the connection hold together.
    const text = 'z'.repeat(20_000)
    for (let count = 0; count < 700; count++) {
      chunk(session, text)
      if (count % 50 === 0) await fast.until(() => fast.seqs.length > count - 50)
    }
    await fast.until(() => fast.seqs.length === 701)
    expect(slow.bytes).toBeLessThan(1_000_000)
    slow.response.resume()
    await slow.until(() => slow.seqs.length === 701)
    expect([slow.seqs, fast.seqs]).toEqual([numbers(0, 701), numbers(0, 701)])
    expect(session.reads).toBeGreaterThan(2)
  })

  test('cost the agent nothing but the telling: a burst is read from the log', async () => {
    const { server, session } = await live(1)
    const reader = await watch(server, session)
    await reader.next('caught-up')
    for (let count = 0; count < 10_000; count++) chunk(session, 'burst')
    await reader.until(() => reader.seqs.length === 10_001)
    expect(reader.seqs).toEqual(numbers(0, 10_001))
  })

  test('are told to wait where there are too many streams, and find a place again', async () => {
    const host = await fakeHost()
    const session = await host.sessions.add()
    const server = await serve(host, { limits: { streams: 3 } })
    const readers = await Promise.all([1, 2, 3].map(() => watch(server, session)))
    await expect(watch(server, session)).rejects.toThrow(/^503.*TOO_MANY_STREAMS/s)
    await expect(EventReader.open(server.port, '/api/desk')).rejects.toThrow(/^503/)
    readers[0]?.close()
    await vi.waitFor(async () => (await watch(server, session)).next('caught-up'), { timeout: 20_000 })
  })

  test('see the stream end when the server closes', async () => {
    const { server, session } = await live(1)
    const reader = await watch(server, session)
    await reader.next('caught-up')
    await server.close()
    await reader.ended()
    expect(session.open).toBe(0)
    await expect(fetch(server.url)).rejects.toThrow()
  })
})
