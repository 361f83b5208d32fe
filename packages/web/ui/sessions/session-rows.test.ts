import type { SessionEntry } from '@millrace/web/wire'
import { describe, expect, test } from 'vitest'
import { sessionRows } from './session-rows.ts'

const entry = (id: string, cwd: string, lastAt: number, isOwn = false): SessionEntry => ({
  id,
  title: id,
  cwd,
  folder: `~${cwd}`,
  isOwn,
  startedAt: 0,
  lastAt,
  isLive: false,
  waiting: 0,
})

const keys = (sessions: SessionEntry[], folded: string[] = []): string[] =>
  sessionRows({ sessions, damaged: [] }, new Set(folded)).map(({ key }) => key)

describe('rows of sessions', () => {
  test('stand below their folder, the latest first', () => {
    expect(keys([entry('a', '/x', 1), entry('b', '/x', 3), entry('c', '/x', 2)])).toEqual([
      '/x',
      'b',
      'c',
      'a',
    ])
  })

  test('begin with the folder of the server, then the one that was used last', () => {
    const sessions = [entry('a', '/old', 1), entry('b', '/new', 9), entry('c', '/own', 5, true)]
    expect(keys(sessions)).toEqual(['/own', 'c', '/new', 'b', '/old', 'a'])
  })

  test('of a folded folder are counted, not listed', () => {
    const sessions = [entry('a', '/x', 1), entry('b', '/x', 2)]
    expect(sessionRows({ sessions, damaged: [] }, new Set(['/x']))).toEqual([
      { kind: 'folder', key: '/x', folder: '~/x', isOwn: false, sessions: 2, isFolded: true },
    ])
  })

  test('tell of logs that cannot be read', () => {
    const damaged = [{ id: 'd', folder: '~/x', problem: 'the header is no JSON' }]
    expect(sessionRows({ sessions: [], damaged }, new Set()).map(({ kind }) => kind)).toEqual([
      'heading',
      'damaged',
    ])
  })
})
