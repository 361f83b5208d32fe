import { manualClock } from '@millrace/host'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { initialCards, reduceCards, type Card } from '@millrace/cards'
import { terminal, type TerminalOptions } from '../../tests/terminal.ts'
import { liveLine } from './live-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const card = (): Card => {
  const data = { turn: 1, step: 1, callId: 'c', name: 'scan', arguments: '{"path":"src"}' }
  const called = reduceCards(initialCards, { seq: 0, time: 0, type: 'tool/call', data })
  const running = reduceCards(called, { seq: 1, time: 0, type: 'tool/progress', data: { callId: 'c' } })
  return running.cards[0]!
}

/** What a person sees of a call that takes this long. */
function watched(ms: number, options: TerminalOptions = {}): string {
  const io = terminal({ isTTY: true, env: { NO_COLOR: '1' }, columns: 60, ...options })
  const clock = manualClock()
  const line = liveLine(io, undefined, clock)
  line?.show(card())
  for (let step = 0; step < ms; step += 100) {
    clock.advance(100)
    vi.advanceTimersByTime(100)
  }
  line?.end()
  vi.advanceTimersByTime(5_000)
  return io.err()
}

describe('the live line', () => {
  test('shows a call that runs for longer than a second, with the elapsed time, and erases itself', () => {
    const seen = watched(1_500).split('\r\u001b[2K')
    expect(seen[1]).toMatch(/^▸ running {2}· scan {2}path=src +1\.0s$/)
    expect(seen.at(-2)).toContain('1.4s')
    expect(seen.at(-1)).toBe('')
  })

  test('leaves a short call alone', () => {
    expect(watched(900)).toBe('')
  })

  test.each([
    ['no terminal', { isTTY: false }],
    ['a dumb terminal', { env: { TERM: 'dumb' } }],
    ['continuous integration', { env: { CI: 'true' } }],
  ])('is not drawn on %s', (_where, options) => {
    expect(watched(5_000, options)).toBe('')
  })
})
