import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { LinePartReader, type LinePart } from './line-part.ts'

/** Reads a stretch of a line, fed in pieces of so many bytes. */
function partOf(
  text: string,
  line: number,
  column: number,
  maxUnits: number,
  chunk = Infinity,
): LinePart | undefined {
  const bytes = new TextEncoder().encode(text)
  const reader = new LinePartReader(line, column, maxUnits)
  for (let at = 0; at < bytes.length; at += chunk) reader.feed(bytes.subarray(at, at + chunk))
  return reader.finish()
}

describe('LinePartReader', () => {
  test('gives a stretch of the asked line and counts what follows in it', () => {
    expect(partOf('a\nbcdefg\nh', 2, 3, 2)).toEqual({ column: 3, text: 'de', omittedBytes: 2, ending: 'lf' })
    expect(partOf('abc', 1, 2, 9)).toEqual({ column: 2, text: 'bc', omittedBytes: 0, ending: 'none' })
    expect(partOf('abc\n', 1, 9, 9)).toEqual({ column: 4, text: '', omittedBytes: 0, ending: 'lf' })
    expect(partOf('\n\n', 2, 1, 9)).toEqual({ column: 1, text: '', omittedBytes: 0, ending: 'lf' })
    for (const [text, line] of [
      ['', 1],
      ['a\n', 2],
      ['a', 2],
    ] as const) {
      expect(partOf(text, line, 1, 9)).toBeUndefined()
    }
  })

  test('takes the end of a line away, and nothing else', () => {
    expect(partOf('abc\r\nx', 1, 1, 9)).toMatchObject({ text: 'abc', omittedBytes: 0, ending: 'crlf' })
    expect(partOf('abc\r\nx', 1, 1, 3)).toMatchObject({ text: 'abc', omittedBytes: 0, ending: 'crlf' })
    expect(partOf('abc\r\nx', 1, 1, 2)).toMatchObject({ text: 'ab', omittedBytes: 1, ending: 'crlf' })
    expect(partOf('a\rb\r', 1, 1, 9)).toMatchObject({ text: 'a\rb\r', ending: 'none' })
  })

  verifies(['fault:B026'], 'splits no character, neither where it begins nor where it ends', () => {
    expect(partOf('😀😀😀', 1, 2, 3)).toEqual({ column: 1, text: '😀', omittedBytes: 8, ending: 'none' })
  })

  test('gives the line back when it is read on to its end, in whatever pieces it comes', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('é', '漢字', '😀😀', '\r'),
    )
    const anyText = fc
      .array(fc.oneof(word, fc.constantFrom('\n', '\r\n')), { maxLength: 12 })
      .map((parts) => parts.join('').toWellFormed())
    fc.assert(
      fc.property(
        anyText,
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 7 }),
        (text, maxUnits, chunk) => {
          const lines = text.split('\n')
          if (lines.at(-1) === '') lines.pop()
          lines.forEach((line, index) => {
            let read = ''
            for (let column = 1; ;) {
              const part = partOf(text, index + 1, column, maxUnits, chunk)
              expect(part?.column).toBe(column)
              expect(part?.text.isWellFormed()).toBe(true)
              read += part?.text ?? ''
              const whole = part?.ending === 'crlf' ? line.slice(0, -1) : line
              expect(part?.omittedBytes).toBe(Buffer.byteLength(whole.slice(read.length)))
              if (part === undefined || part.omittedBytes === 0) {
                expect(read).toBe(whole)
                return
              }
              column += part.text.length
            }
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  test('says when nothing more is of interest', () => {
    const reader = new LinePartReader(2, 1, 3)
    const feed = (text: string): void => reader.feed(new TextEncoder().encode(text))
    feed('a')
    expect([reader.isReached, reader.lines]).toEqual([false, 1])
    feed('\nbcd')
    expect([reader.isReached, reader.isCounting, reader.isDone, reader.lines]).toEqual([true, true, false, 2])
    feed('efg')
    feed('\nh\n')
    expect([reader.isDone, reader.lines]).toEqual([true, 2])
    expect(reader.finish()).toMatchObject({ text: 'bcd', omittedBytes: 3 })
  })
})
