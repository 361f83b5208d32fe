import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const lines = (...text: string[]): string => text.join('\n')

/** The text above the caret. */
function aboveCaret(excerpt: string): string {
  const shown = excerpt.split('\n')
  const caret = shown.findIndex((line) => /^ +\| +\^$/.test(line))
  return shown[caret - 1]!.slice(shown[caret]!.length - 1)
}

describe('excerptOf', () => {
  test('shows the line with a caret, and its neighbours', () => {
    expect(excerptOf('one()\ntwo(a)\nthree()', { line: 2, column: 5 })).toBe(
      lines('  1 | one()', '> 2 | two(a)', '    |     ^', '  3 | three()'),
    )
  })

  test('shows what there is at the beginning and at the end', () => {
    expect(excerptOf('one()', { line: 1, column: 1 })).toBe(lines('> 1 | one()', '    | ^'))
    expect(excerptOf('one()\r\ntwo()', { line: 2, column: 6 })).toBe(
      lines('  1 | one()', '> 2 | two()', '    |      ^'),
    )
    expect(excerptOf('one()', { line: 9, column: 1 })).toBe('')
  })

  test('numbers are as wide as the widest', () => {
    const program = 'x\n'.repeat(12)
    expect(excerptOf(program, { line: 9, column: 1 })).toBe(
      lines('   8 | x', '>  9 | x', '     | ^', '  10 | x'),
    )
  })

  test('the caret stands below the column after tabs, wide and thin characters, and what is written out', () => {
    for (const head of ['\t\t', '漢字', 'e\u0301', '🎉', '\u202e', '\u001b[31m', '\ud800']) {
      const excerpt = excerptOf(`${head}here`, { line: 1, column: head.length + 1 })
      const width = excerpt.split('\n')[1]!.length - '    | ^'.length
      const expected = {
        '\t\t': 4,
        漢字: 4,
        'e\u0301': 1,
        '🎉': 2,
        '\u202e': 8,
        '\u001b[31m': 10,
        '\ud800': 8,
      }
      expect([head, width]).toEqual([head, expected[head as keyof typeof expected]])
    }
  })

  test('a long line is cut around the column', () => {
    const program = `${'a'.repeat(500)}HERE${'b'.repeat(500)}`
    const excerpt = excerptOf(program, { line: 1, column: 501 })
    expect(aboveCaret(excerpt)).toMatch(/^HEREb+…$/)
    for (const line of excerpt.split('\n')) expect(line.length).toBeLessThan(120)
    expect(excerptOf(program, { line: 1, column: 1 })).toMatch(/^> 1 \| a+…/)
    expect(excerptOf(program, { line: 1, column: 1005 })).toMatch(/^> 1 \| …b+\n/)
  })

  test('never hides, forges or grows, and is well formed, for any program', () => {
    const program = fc.string({ unit: 'binary', maxLength: 600 })
    fc.assert(
      fc.property(
        program,
        fc.integer({ min: -1, max: 4 }),
        fc.integer({ min: -5, max: 700 }),
        (text, line, column) => {
          const excerpt = excerptOf(text, { line, column })
          expect(excerpt.isWellFormed()).toBe(true)
          expect(excerpt).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
          expect(excerpt.split('\n').length).toBeLessThanOrEqual(4)
          expect(excerpt.length).toBeLessThan(1_000)
        },
      ),
    )
  })
})
