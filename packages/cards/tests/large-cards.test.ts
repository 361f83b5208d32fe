import type { ToolResultView } from '@millrace/protocol'
import { renderAnsi, renderMarkdown, renderPlain } from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { highlighter } from '../src/highlight.ts'
import { Session } from './session.ts'

const highlight = highlighter()

/** Draws a view on everything; the last row of each is what tells that its end was reached. */
function drawn(view: ToolResultView, expand: boolean): string[] {
  const card = new Session(() => ({ presentResult: () => view })).call('c', 'bash').done('c').card()
  return [
    renderPlain(card, { width: 100, expand }),
    renderAnsi(card, { width: 100, expand, highlight }),
    renderMarkdown(card, { expand }),
  ]
}

const lines = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${text(index)}\n`).join('')

// Time that grew with the square of any of these would end none of them within the limit.
describe('large cards are drawn in time that grows as they do', () => {
  test.each([
    ['10 MB in short lines', lines(250_000, (index) => `\u001b[32mline ${index}\u001b[0m of a long output`)],
    ['10 MB in one line', `${'long line '.repeat(1_000_000)}end\n`],
    ['10 MB of a progress that redraws itself', `${'\rdone 12 % of it'.repeat(600_000)}\rend\n`],
    ['10 MB of colours alone', `${'\u001b[31m\u001b[0m'.repeat(1_000_000)}end\n`],
  ])(
    'an output of %s',
    (_title, output) => {
      for (const shown of drawn({ card: 'terminal', output, exitCode: 0 }, false)) {
        expect(shown.length).toBeLessThan(5_000)
      }
    },
    120_000,
  )

  test('an output of 1 MB, all of it shown', () => {
    const output = `${lines(20_000, (index) => `line ${index} \u001b[31mred\u001b[0m 漢字 and more of it`)}end\n`
    for (const shown of drawn({ card: 'terminal', output }, true)) {
      expect(shown).toMatch(/end(?:\n```)?$/)
      expect(shown.split('\n').length).toBeGreaterThan(20_000)
    }
  }, 120_000)

  test.each([
    ['of which every line is new', '', lines(100_000, (index) => `new ${index}`)],
    [
      'with nothing in common',
      lines(50_000, (index) => `old ${index}`),
      lines(50_000, (index) => `new ${index}`),
    ],
    [
      'with a change here and there',
      lines(100_000, (index) => `line ${index}`),
      lines(100_000, (index) => (index % 500 === 7 ? `other ${index}` : `line ${index}`)),
    ],
  ])(
    'a change of 100,000 lines %s',
    (_title, oldText, newText) => {
      const view: ToolResultView = { card: 'diff', diffs: [{ path: 'a.ts', oldText, newText }] }
      for (const shown of drawn(view, false)) expect(shown).toMatch(/… [\d,]+ diff lines hidden/)
    },
    120_000,
  )

  test('a read and a search of 100,000 lines', () => {
    const numbered = Array.from({ length: 100_000 }, (_, index) => index + 1)
    const read: ToolResultView = {
      card: 'read',
      path: 'a.ts',
      offset: 1,
      lines: numbered.map((number) => ({ number, text: `const a${number} = ${number}` })),
      totalLines: 100_000,
    }
    expect(drawn(read, false)[0]).toContain('… 99,989 lines hidden')
    const matches = numbered.map((lineNumber) => ({
      lineNumber,
      line: 'a',
      ...(lineNumber % 3 > 0 && { context: true as const }),
    }))
    const search: ToolResultView = {
      card: 'search',
      shape: 'matches',
      files: [{ path: 'a.ts', matches }],
      truncated: false,
      total: 33_333,
    }
    expect(drawn(search, false)[0]).toContain('… 33,330 matches and')
  }, 120_000)
})
