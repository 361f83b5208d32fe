import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Unfolded } from './open-session.ts'
import { unfoldedOf } from './unfolded.ts'

type OneCard = Parameters<Unfolded['isOpen']>[0]
const card = (callId: string, status: OneCard['status'] = 'done'): OneCard => ({ callId, status }) as OneCard

/** What a browser keeps for a page. */
function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('what is unfolded', () => {
  test('is at first what waits for an answer', () => {
    const unfolded = unfoldedOf('s')
    expect(unfolded.isOpen(card('a'))).toBe(false)
    expect(unfolded.isOpen(card('b', 'waiting'))).toBe(true)
  })

  test('is what was unfolded by hand', () => {
    const unfolded = unfoldedOf('s')
    unfolded.toggle(card('a'))
    unfolded.toggle(card('b', 'waiting'))
    expect(unfolded.isOpen(card('a'))).toBe(true)
    expect(unfolded.isOpen(card('b', 'waiting'))).toBe(false)
  })

  test('is all, but for what is folded after that', () => {
    const unfolded = unfoldedOf('s')
    unfolded.setAll(true)
    unfolded.toggle(card('a'))
    expect(unfolded.isOpen(card('a'))).toBe(false)
    expect(unfolded.isOpen(card('b'))).toBe(true)
    unfolded.setAll(true)
    expect(unfolded.isOpen(card('a'))).toBe(true)
  })

  test('is remembered for each session', () => {
    unfoldedOf('s').toggle(card('a'))
    unfoldedOf('t').setAll(true)
    unfoldedOf('s').togglePart('reasoning 3')
    expect(unfoldedOf('s').isOpen(card('a'))).toBe(true)
    expect(unfoldedOf('s').isOpen(card('b'))).toBe(false)
    expect(unfoldedOf('s').isPartOpen('reasoning 3')).toBe(true)
    expect(unfoldedOf('t').isOpen(card('b'))).toBe(true)
  })

  test('is forgotten of sessions that were long ago', () => {
    unfoldedOf('first').setAll(true)
    for (let session = 0; session < 100; session++) unfoldedOf(`s${session}`).setAll(true)
    expect(unfoldedOf('first').all.value).toBe(false)
    expect(unfoldedOf('s99').all.value).toBe(true)
  })

  test.each(['', 'null', '{', '[1,null,{"id":"s"}]', '[{"id":"s","all":true,"single":[["a"]]}]'])(
    'is nothing where something else was kept: %s',
    (text) => {
      localStorage.setItem('millrace.unfolded', text)
      expect(unfoldedOf('s').all.value).toBe(false)
    },
  )

  test('works where the browser keeps nothing', () => {
    const refuse = (): never => {
      throw new Error('denied')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    const unfolded = unfoldedOf('s')
    unfolded.toggle(card('a'))
    expect(unfolded.isOpen(card('a'))).toBe(true)
  })
})
