import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoints, cutAround, cutEnd, cutMiddle, show, widthOf, wrap, wrapWords } from './shown.ts'

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

describe('cutAround', () => {
  const line = (before: number, after: number): string => `${'a'.repeat(before)}needle${'z'.repeat(after)}`

  test('keeps the place, and says what it hides on each side', () => {
    expect(cutAround(line(120, 240), 120, 6, 24, '…')).toBe('+117 …aaaneedlezzz… +237')
  })

  test('keeps the start of the line where the place is in it, and its end where it is there', () => {
    expect(cutAround(line(3, 240), 3, 6, 24, '…')).toBe('aaaneedlezzzzzzzzz… +231')
    expect(cutAround(line(240, 3), 240, 6, 24, '…')).toBe('+231 …aaaaaaaaaneedlezzz')
    expect(cutAround('needle', 0, 6, 24, '…')).toBe('needle')
  })

  test('accounts for every character, wherever the place is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '漢', '😀', ' '), minLength: 40, maxLength: 300 }),
        fc.nat(),
        fc.integer({ min: 24, max: 50 }),
        (text, at, width) => {
          const cut = cutAround(text, at % text.length, 3, width, '|')
          const [, before = '0', shown = '', after = '0'] =
            /^(?:\+([\d,]+) \|)?([^|]*)(?:\| \+([\d,]+))?$/u.exec(cut) ?? []
          expect(text).toContain(shown)
          const hidden = [before, after].map((each) => Number(each.replaceAll(',', '')))
          expect(hidden[0]! + codePoints(shown) + hidden[1]!).toBe(codePoints(text))
        },
      ),
    )
  })
})

describe('all cuts', () => {
  test('never exceed the width, never show anything raw, and account for every character', () => {
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        const around = cutAround(text, Math.floor(text.length / 2), 5, width, '…')
        for (const cut of [cutEnd(text, width, '…'), cutMiddle(text, width, '…'), around]) {
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

describe('wrapWords', () => {
  test('breaks between words, and within one only where it is wider than a row', () => {
    expect(wrapWords('give a path inside it', 11)).toEqual(['give a path', 'inside it'])
    expect(wrapWords('a extraordinarily b', 8)).toEqual(['a', 'extraord', 'inarily', 'b'])
    expect(wrapWords('    indented', 6)).toEqual(['    in', 'dented'])
    expect(wrapWords('漢字 漢字', 6)).toEqual(['漢字', '漢字'])
    expect(wrapWords('', 5)).toEqual([''])
  })

  test('leaves out nothing but blanks at breaks, and keeps to the width', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 8, max: 40 }), (text, width) => {
        const rows = wrapWords(text, width)
        expect(rows.join('').replaceAll(' ', '')).toBe(show(text).replaceAll(' ', ''))
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(Math.max(width, 10))
      }),
    )
  })

  test('cuts no word that fits a row', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 8, max: 20 }),
        (words, width) => {
          expect(wrapWords(words.join(' '), width).flatMap((row) => row.split(' '))).toEqual(words)
        },
      ),
    )
  })
})

test('codePoints counts what a person would call characters of the encoding', () => {
  fc.assert(fc.property(anyText, (text) => codePoints(text) === Array.from(text).length))
})
