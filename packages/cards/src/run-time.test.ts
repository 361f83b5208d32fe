import { describe, expect, test } from 'vitest'
import { Session } from '../tests/session.ts'
import { renderPlain, runTimeOf } from './index.ts'

const yes = { outcome: 'allowed-once', by: 'user' } as const

describe('how long a call took', () => {
  const asked = (): Session => new Session().call('c', 'bash').later(20).ask('c', 'bash').later(60_000)

  test('leaves out the time for which it waited for an answer', () => {
    const session = asked().answer('c', yes).later(300).done('c')
    expect(runTimeOf(session.card(), 0)).toBe(320)
    expect(renderPlain(session.card(), { width: 60 })).toContain('0.32s')
  })

  test('leaves out all questions of a call that was asked about again', () => {
    const session = asked().answer('c', yes).later(5).ask('c', 'bash').later(900).ask('c', 'bash').later(100)
    expect(runTimeOf(session.answer('c', yes).done('c').card(), 0)).toBe(25)
  })

  test('ends with a question that was never answered', () => {
    expect(runTimeOf(asked().fail('c', 'no', 'ABORTED_BEFORE_DISPATCH').card(), 0)).toBe(20)
  })

  test('stands still while a question is open, and goes on after it', () => {
    const session = asked()
    expect(runTimeOf(session.card(), session.time)).toBe(20)
    session.answer('c', yes).later(4_000)
    expect(runTimeOf(session.card(), session.time)).toBe(4_020)
    expect(renderPlain(session.card(), { width: 60, now: session.time })).toContain('4.0s')
  })

  test('is never negative, whatever the times in a log', () => {
    const session = asked().later(-90_000).answer('c', yes).done('c')
    expect(runTimeOf(session.card(), 0)).toBe(0)
  })
})
