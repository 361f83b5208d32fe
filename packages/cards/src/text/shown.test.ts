import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoints, cutEnd, cutMiddle, show, widthOf, wrap } from './shown.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)
const anyWidth = fc.integer({ min: 1, max: 60 })

describe('cutEnd', () => {
  test('keeps what fits', () => {
    expect(cutEnd('twelve chars', 12, '…')).toBe('twelve chars')
  })

  test('says how many characters it hides', () => {
    expect(cutEnd('a'.repeat(1_100), 20, '…')).toBe(`${'a'.repeat(12)}… +1,088`)
  })

  test('never cuts inside a grapheme, and counts columns, not characters', () => {
    expect(cutEnd('漢字漢字漢字漢字', 9, '…')).toBe('漢字… +6')
    expect(cutEnd(`${'e\u0301'.repeat(10)}`, 9, '…')).toMatch(/^(e\u0301)+… \+\d+$/)
    expect(cutEnd('👩🏽‍🌾👩🏽‍🌾👩🏽‍🌾', 8, '…')).not.toMatch(/\p{Surrogate}/u)
  })

  test('a text without width cannot make an endless row', () => {
    expect(cutEnd('\u0301'.repeat(100_000), 20, '…').length).toBeLessThan(200)
  })
})

describe('cutMiddle', () => {
  test('keeps both ends', () => {
    expect(cutMiddle(`start${'.'.repeat(90)}end`, 20, '…')).toBe('start...…+83…....end')
  })
})

describe('both cuts', () => {
  test('never exceed the width, never show anything raw, and account for every character', () => {
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        for (const cut of [cutEnd(text, width, '…'), cutMiddle(text, width, '…')]) {
          expect(widthOf(cut)).toBeLessThanOrEqual(width)
          expect(show(cut)).toBe(cut)
        }
      }),
    )
  })

  test('what is hidden and what is shown make up the whole', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '漢', '😀', ' '), minLength: 30, maxLength: 300 }),
        (text) => {
          const cut = cutMiddle(text, 24, '|')
          const parts = /^(.*)\|\+([\d,]+)\|(.*)$/u.exec(cut)
          if (parts === null) return expect(cut).toBe(text)
          const [, head = '', hidden = '', tail = ''] = parts
          expect(codePoints(head) + Number(hidden.replaceAll(',', '')) + codePoints(tail)).toBe(
            codePoints(text),
          )
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        },
      ),
    )
  })
})

describe('wrap', () => {
  test('leaves nothing out', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, width) => {
        const clean = text.replaceAll(/\p{C}/gu, '')
        expect(wrap(clean, width).join('')).toBe(show(clean))
      }),
    )
  })

  test('makes full rows, of plain text and of any other', () => {
    expect(wrap('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
    expect(wrap('漢字漢字', 5)).toEqual(['漢字', '漢字'])
  })

  test('an empty line is one row, and a grapheme wider than the row still gets through', () => {
    expect(wrap('', 10)).toEqual([''])
    expect(wrap('漢', 1)).toEqual(['漢'])
  })
})

test('codePoints counts what a person would call characters of the encoding', () => {
  fc.assert(fc.property(anyText, (text) => codePoints(text) === Array.from(text).length))
})
