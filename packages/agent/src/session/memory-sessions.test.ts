import { manualClock } from '@millrace/host'
import type { UserMessage } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import type { SessionStore } from '../contract/session.ts'
import { memorySessions } from './memory-sessions.ts'

const sessionOf = (id: string) => ({ id, cwd: '/x', principal: 'user', versions: {}, tools: {} })

const said = (content: string) => ({
  turn: 1,
  step: 0,
  message: { role: 'user', content } satisfies UserMessage,
})

const totals = {
  steps: 1,
  calls: { done: 0, failed: 0, denied: 0, cancelled: 0 },
  usage: { input: 1, output: 1 },
  ms: 5,
  toolMs: 0,
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

async function write(store: SessionStore, id: string, words: string): Promise<void> {
  const log = await store.create(sessionOf(id))
  log.append('turn/start', { turn: 1, principal: 'user' })
  log.append('user/message', said(words))
  log.append('turn/end', { turn: 1, reason: 'done', totals, session: totals })
  await log.close()
}

describe('memorySessions', () => {
  test('numbers events, keeps time from going back, and freezes them', async () => {
    const clock = manualClock(1000)
    const log = await memorySessions({ clock }).create(sessionOf('a'))
    const first = log.append('user/message', said('hi'))
    clock.advance(5)
    const second = log.append('model/notice', { turn: 1, step: 1, message: 'm' }, { agent: 'sub' })
    expect(first).toMatchObject({ seq: 0, time: 1000, type: 'user/message' })
    expect(second).toMatchObject({ seq: 1, time: 1005, agent: 'sub', ignorable: true })
    expect(log.next).toBe(2)
    expect(Object.isFrozen(second.data)).toBe(true)
  })

  test('refuses what no log can carry', async () => {
    const log = await memorySessions().create(sessionOf('a'))
    const message = { role: 'user', content: 'x', meta: undefined } as unknown as UserMessage
    expect(() => log.append('user/message', { turn: 1, step: 0, message })).toThrow('undefined')
    expect(log.next).toBe(0)
  })

  test('tells of events in order, also where a listener appends, and contains what one throws', async () => {
    const log = await memorySessions().create(sessionOf('a'))
    const heard: number[] = []
    log.watch((event) => {
      if (event.seq === 0) log.append('user/message', said('from a listener'))
    })
    const stop = log.watch(({ seq }) => void heard.push(seq))
    log.append('user/message', said('one'))
    stop()
    log.append('user/message', said('two'))
    expect(heard).toEqual([0, 1])
  })

  test('has one writer at a time, and gives back what was written', async () => {
    const store = memorySessions()
    const log = await store.create(sessionOf('a'))
    await expect(store.create(sessionOf('a'))).rejects.toMatchObject({ code: 'SESSION_EXISTS' })
    await expect(store.open('a')).rejects.toMatchObject({ code: 'SESSION_LOCKED' })
    await expect(store.remove('a')).rejects.toMatchObject({ code: 'SESSION_LOCKED' })
    log.append('user/message', said('one'))
    await log.close()
    expect(() => log.append('user/message', said('late'))).toThrow('closed')
    const opened = await store.open('a')
    opened.log.append('user/message', said('two'))
    expect(opened.events).toHaveLength(1)
    expect((await store.read('a')).events.map(({ seq }) => seq)).toEqual([0, 1])
    await opened.log.close()
    await store.remove('a')
    await expect(store.read('a')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
  })

  test('lists the latest first, with what a person knows them by', async () => {
    const clock = manualClock(0)
    const store = memorySessions({ clock })
    await write(store, 'a', `mend the test\nplease ${'x'.repeat(500)}`)
    clock.advance(10)
    await write(store, 'b', '\u{1f600}'.repeat(100))
    const [latest, first] = await all(store.list())
    expect(first).toMatchObject({
      id: 'a',
      title: 'mend the test',
      ended: 'done',
      totals,
      live: false,
      lastAt: 0,
    })
    expect(latest).toMatchObject({ id: 'b', title: `${'\u{1f600}'.repeat(59)}…`, lastAt: 10 })
  })

  test('does not take the turn of a sub-agent, or the words of a plugin, for those of the session', async () => {
    const store = memorySessions()
    const log = await store.create(sessionOf('a'))
    log.append('turn/start', { turn: 1, principal: 'user' })
    const source = { kind: 'plugin', plugin: 'p' } as const
    log.append('user/message', { turn: 1, step: 0, message: { role: 'user', content: 'added', source } })
    log.append('user/message', said('asked'))
    log.append('turn/end', { turn: 1, reason: 'done', totals, session: totals }, { agent: 'sub' })
    const [summary] = await all(store.list())
    expect(summary).toMatchObject({ title: 'asked', live: true })
    expect(summary).not.toHaveProperty('ended')
  })

  test('finds words in what was said, called and returned', async () => {
    const store = memorySessions()
    await write(store, 'a', `${'before '.repeat(50)}the Needle${' after'.repeat(50)}`)
    const [hit, ...others] = await all(store.search('needle'))
    expect(others).toEqual([])
    expect(hit).toMatchObject({ id: 'a', seq: 1, type: 'user/message' })
    expect(hit?.excerpt).toContain('the Needle')
    expect(hit!.excerpt.length).toBeLessThanOrEqual(200)
    expect(await all(store.search(''))).toEqual([])
    await expect(all(store.search('x', { signal: AbortSignal.abort() }))).rejects.toThrow()
  })

  test('refuses what a log on a disk refuses', async () => {
    const strange = 'plugin/happened' as 'turn/start'
    const log = await memorySessions().create(sessionOf('a'))
    expect(() => log.append(strange, { turn: 1, principal: 'user' })).toThrow(/knownEvents/)
    expect(() => log.append('turn/start', { turn: 'one' } as never)).toThrow(/cannot be logged/)
    const knowing = await memorySessions({ knownEvents: [strange] }).create(sessionOf('b'))
    expect(knowing.append(strange, { turn: 1, principal: 'user' })).toMatchObject({ seq: 0 })
  })
})
