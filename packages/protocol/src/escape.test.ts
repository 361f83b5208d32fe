import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { escapeVisible } from './escape.ts'

/** What a display would act on or hide, by code point: ranges of first and last. */
const dangerous: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

const isDangerous = (character: string): boolean => {
  const point = character.codePointAt(0) ?? 0
  return dangerous.some(([first, last]) => point >= first && point <= last)
}

describe('escapeVisible', () => {
  for (const [what, text, shown] of [
    ['a carriage return that overwrites', 'rm -rf /\rls', 'rm -rf /\\rls'],
    ['an escape sequence', '\u001b[2Kdate', '\\u{1b}[2Kdate'],
    ['a one-byte control sequence introducer', '\u009b31m', '\\u{9b}31m'],
    ['a bell', 'a\u0007', 'a\\u{7}'],
    ['a backspace', 'ab\b', 'ab\\u{8}'],
    ['a right-to-left override', 'a\u202eb', 'a\\u{202e}b'],
    ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
    ['a byte order mark', '\ufeffa', '\\u{feff}a'],
    ['a tag character', 'a\u{e0041}', 'a\\u{e0041}'],
    ['a variation selector', 'a\ufe0f', 'a\\u{fe0f}'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['half of a surrogate pair', 'a\ud83d', 'a\\u{d83d}'],
    ['a line feed and a tab', 'a\n\tb', 'a\\n\\tb'],
  ] as const) {
    verifies(['security:D1'], `writes out ${what}`, () => expect(escapeVisible(text)).toBe(shown))
  }

  test('leaves what is harmless as it is', () => {
    for (const text of ['plain', 'naïve café', '漢字かな', '😀👍🏽', 'a\\nb', '<b>&amp;</b>', 'עברית']) {
      expect(escapeVisible(text)).toBe(text)
    }
  })

  test('keeps line feeds and tabs where text is shown in lines, and nothing else', () => {
    expect(escapeVisible('a\n\tb\r\n\u001b', { lines: true })).toBe('a\n\tb\\r\n\\u{1b}')
  })

  verifies(['security:D1'], 'writes out every dangerous code point', () => {
    for (const [first, last] of dangerous) {
      for (let point = first; point <= last; point++) {
        expect(Array.from(escapeVisible(String.fromCodePoint(point))).filter(isDangerous)).toEqual([])
      }
    }
  })

  verifies(['security:D1'], 'leaves nothing dangerous in any text', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(anything, (text) => {
        expect(Array.from(escapeVisible(text)).filter(isDangerous)).toEqual([])
      }),
      { numRuns: 10_000 },
    )
  })

  test('escapes nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = escapeVisible(text)
        expect(escapeVisible(once)).toBe(once)
      }),
    )
  })
})
