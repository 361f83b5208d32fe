import { initialCards, reduceCards, type Card } from '@millrace/cards'
import { manualClock } from '@millrace/host'
import type { SessionEvent } from '@millrace/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasRaw, hostile } from '../../../cards/tests/payloads.ts'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { terminal, type TerminalOptions } from '../../tests/terminal.ts'
import { liveCard } from './live-card.ts'
import { StatusArea } from './status-area.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const shell = {
  presentCall: () => ({ card: 'terminal' as const, title: 'npm test' }),
}

/** A running command that has printed this. */
function running(text?: string): Card {
  const events: SessionEvent[] = [
    {
      seq: 0,
      time: 0,
      type: 'tool/call',
      data: { turn: 1, step: 1, callId: 'c', name: 'scan', arguments: '{}' },
    },
    {
      seq: 1,
      time: 0,
      type: 'tool/progress',
      data: { callId: 'c', ...(text !== undefined && { text }) },
    },
  ]
  const state = events.reduce((cards, event) => reduceCards(cards, event, () => shell), initialCards)
  return state.cards[0]!
}

/** A live card, the time in which it lives, and what is written about it. */
function watch(options: TerminalOptions = {}) {
  const io = terminal({ isTTY: true, env: { NO_COLOR: '1' }, columns: 60, ...options })
  const area = new StatusArea(io.stderr)
  const clock = manualClock()
  const live = liveCard(io, area, undefined, clock)
  const pass = (ms: number): void => {
    for (let step = 0; step < ms; step += 100) {
      clock.advance(100)
      vi.advanceTimersByTime(100)
    }
  }
  return { io, area, live, pass }
}

/** What moves and erases, and nothing else. */
const own = '\u001b\\[\\d*[AJ]'

/** What a person sees in the end: the screen that the writing leads to. */
function screenOf(written: string, columns = 60): string[] {
  let rows = ['']
  let row = 0
  for (const piece of written.split(new RegExp(`(\r|\n|${own})`))) {
    if (piece === '\n') row += 1
    else if (piece === '\r') continue
    else if (piece.endsWith('A') && piece.startsWith('\u001b')) row -= Number(piece.slice(2, -1) || 1)
    else if (piece === '\u001b[J') rows = rows.slice(0, row)
    else if (piece !== '') {
      expect(piece.length).toBeLessThan(columns)
      rows[row] = piece
    }
  }
  return rows
}

describe('the live card', () => {
  test('shows a call that runs for longer than a second, with the elapsed time, and erases itself', () => {
    const { io, live, pass } = watch()
    live?.show(running())
    pass(1_500)
    expect(screenOf(io.err())).toEqual([expect.stringMatching(/^▸ running {2}❯ scan {2}\$ npm test +1\.4s$/)])
    live?.end()
    pass(5_000)
    expect(screenOf(io.err())).toEqual([])
  })

  test('leaves a short call alone', () => {
    const { io, live, pass } = watch()
    live?.show(running())
    pass(900)
    live?.end()
    expect(io.err()).toBe('')
  })

  test('shows what a command prints, soon and as it grows', () => {
    const { io, live, pass } = watch()
    live?.show(running('one'))
    pass(500)
    expect(screenOf(io.err())).toEqual([expect.stringContaining('running'), '  one'])
    live?.show(running('one\ntwo'))
    pass(300)
    expect(screenOf(io.err())).toEqual([expect.stringContaining('running'), '  one', '  two'])
    live?.show(running('three'))
    pass(300)
    expect(screenOf(io.err())).toEqual([expect.stringContaining('running'), '  three'])
  })

  test('never takes more rows than there are', () => {
    const text = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')
    const { io, live, pass } = watch({ rows: 6 })
    live?.show(running(text))
    pass(500)
    const rows = screenOf(io.err())
    expect(rows).toHaveLength(4)
    expect([rows[0], rows.at(-1)]).toEqual([expect.stringContaining('running'), '  line 49'])
  })

  verifies(['security:D1', 'fault:B146'], 'is not broken by hostile or wide output', () => {
    for (const text of [...hostile, 'x'.repeat(5_000), '漢'.repeat(500), 'a\n'.repeat(500)]) {
      const { io, live, pass } = watch()
      live?.show(running(text))
      pass(1_500)
      live?.end()
      expect(screenOf(io.err())).toEqual([])
      expect(hasRaw(io.err().replaceAll(new RegExp(`\r|${own}`, 'g'), ''))).toBe(false)
    }
  })

  test('makes way for whatever else is written', () => {
    const { io, area, live, pass } = watch()
    live?.show(running('one'))
    pass(500)
    area.write('millrace: warn: something\n')
    expect(screenOf(io.err())).toEqual(['millrace: warn: something'])
    pass(300)
    expect(screenOf(io.err())).toEqual([
      'millrace: warn: something',
      expect.stringContaining('running'),
      '  one',
    ])
    live?.end()
  })

  test('stays away while somebody else has the screen', async () => {
    const { io, area, live, pass } = watch()
    live?.show(running('one'))
    pass(500)
    await area.hold(async () => {
      pass(2_000)
      expect(screenOf(io.err())).toEqual([])
    })
    pass(300)
    expect(screenOf(io.err())).toHaveLength(2)
    live?.end()
  })

  test('counts the rows that its own rows break into where the terminal became narrower', () => {
    const written: string[] = []
    const output = { columns: 60, isTTY: true, write: (text: string) => void written.push(text) }
    const area = new StatusArea(output)
    area.draw(['x'.repeat(59), 'y'])
    output.columns = 20
    area.clear()
    expect(written.at(-1)).toBe('\r\u001b[3A\u001b[J')
  })

  test.each([
    ['no terminal', { isTTY: false }],
    ['a dumb terminal', { env: { TERM: 'dumb' } }],
    ['continuous integration', { env: { CI: 'true' } }],
  ])('is not drawn on %s', (_where, options) => {
    const { io, live, pass } = watch(options)
    expect(live).toBeUndefined()
    pass(5_000)
    expect(io.err()).toBe('')
  })
})
