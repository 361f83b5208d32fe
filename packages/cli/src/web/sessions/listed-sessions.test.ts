import { memorySessions, type SessionStore } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import { folder } from '../../../tests/folder.ts'
import { watchedStore } from '../../run/watched-store.ts'
import { ListedSessions } from './listed-sessions.ts'
import { LiveSessions } from './live-sessions.ts'
import { SessionLibrary } from './session-library.ts'

/** A list over sessions in memory. Each reading sees what there is when it begins, and ends when it is told to. */
async function slowList() {
  const path = folder()
  const memory = memorySessions()
  const readings: { end(): void; fail(why: Error): void }[] = []
  const list: SessionStore['list'] = async function* () {
    const seen = []
    for await (const each of memory.list()) seen.push(each)
    await new Promise<void>((end, fail) => readings.push({ end, fail }))
    yield* seen
  }
  const store = { ...watchedStore(memory, () => {}), list }
  const own = { path, store, disk: await privateDisk(path) }
  const listed = new ListedSessions({
    library: new SessionLibrary({ env: { XDG_STATE_HOME: path }, own, warn: () => {} }),
    live: new LiveSessions(
      () => {},
      () => {},
    ),
    root: '/work',
    home: '/home/me',
    waiting: () => 0,
  })
  const add = (id: string) => memory.create({ id, cwd: '/work', principal: 'user', versions: {}, tools: {} })
  const reading = async (number: number) => {
    await expect.poll(() => readings).toHaveLength(number)
    return readings[number - 1]!
  }
  return { listed, readings, reading, add }
}

const idsOf = ({ sessions }: Awaited<ReturnType<ListedSessions['list']>>): readonly string[] =>
  sessions.map(({ id }) => id)

describe('the list of sessions', () => {
  test('has what came while one was read for whoever asks then', async () => {
    const { listed, readings, reading, add } = await slowList()
    const before = listed.list()
    const first = await reading(1)
    await add('new')
    const after = [listed.list(), listed.list()]
    first.end()
    expect(idsOf(await before)).toEqual([])
    const second = await reading(2)
    second.end()
    for (const each of await Promise.all(after)) expect(idsOf(each)).toEqual(['new'])
    expect(readings).toHaveLength(2)
  })

  test('is read again after a reading that failed', async () => {
    const { listed, reading, add } = await slowList()
    const failing = listed.list()
    const first = await reading(1)
    await add('new')
    const after = listed.list()
    first.fail(new Error('no disk'))
    await expect(failing).rejects.toThrow('no disk')
    const second = await reading(2)
    second.end()
    expect(idsOf(await after)).toEqual(['new'])
  })
})
