import { initialSession, type SessionView } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { foldedFrame, SessionFold } from './session-fold.ts'

const says = (seq: number): SessionEvent => ({
  seq,
  time: seq,
  type: 'user/message',
  data: { turn: 1, step: 1, message: { role: 'user', content: `word ${seq}` } },
})

const many = Array.from({ length: 1_730 }, (_, seq) => ({ event: says(seq) }))

function filled(): SessionFold {
  const fold = new SessionFold()
  for (const frame of many) fold.add(frame)
  return fold
}

const upTo = (count: number): SessionView => many.slice(0, count).reduce(foldedFrame, initialSession)

describe('a moment of a session', () => {
  test.each([0, 1, 499, 500, 501, 1_000, 1_729, 1_730])('is the fold of the first events: %i', (count) => {
    expect(filled().viewAt(count).items).toEqual(upTo(count).items)
  })

  test('is the same whatever moments were looked at before', () => {
    const fold = filled()
    for (const count of [1_200, 3, 700, 702, 701, 1_730, 12, 0, 650])
      expect(fold.viewAt(count).items.length).toBe(count)
  })

  test('is one object for as long as it is looked at', () => {
    const fold = filled()
    const view = fold.viewAt(720)
    fold.add({ event: says(1_730) })
    expect(fold.viewAt(720)).toBe(view)
  })

  test('beyond the end is the end', () => {
    const fold = filled()
    expect(fold.viewAt(9_000)).toBe(fold.view)
  })
})

describe('frames', () => {
  test('are refused where one comes again', () => {
    const fold = new SessionFold()
    fold.add({ event: says(1) })
    expect(() => fold.add({ event: says(1) })).toThrow('event 1 came after event 1')
  })

  test('are shown as the presenters of the server said', () => {
    const event: SessionEvent = {
      seq: 0,
      time: 1,
      type: 'tool/call',
      data: { turn: 1, step: 1, callId: 'a', name: 'shell', arguments: '{}' },
    }
    const fold = new SessionFold()
    fold.add({ event, call: { card: 'terminal', title: 'ls -l' } })
    expect(fold.view.cards[0]?.call).toMatchObject({ card: 'terminal', title: 'ls -l' })
  })

  test('that are not there cannot be read', () => {
    expect(() => new SessionFold().frameAt(0)).toThrow(RangeError)
  })
})
