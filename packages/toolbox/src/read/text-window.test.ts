import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { readLimits } from './limits.ts'
import { TextWindowReader, type TextWindow } from './text-window.ts'

function windowOf(text: string | Uint8Array, offset = 1, limit = 2000, chunk = Infinity): TextWindow {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const reader = new TextWindowReader(offset, limit)
  for (let at = 0; at < bytes.length; at += chunk) reader.feed(bytes.subarray(at, at + chunk))
  return reader.finish()
}

describe('TextWindowReader', () => {
  verifies(['fault:B097'], 'counts lines as a person does', () => {
    expect(['a', 'a\n', '', 'a\r\n', '\n', 'a\nb', 'a\n\n'].map((text) => windowOf(text).totalLines)).toEqual(
      [1, 1, 0, 1, 1, 2, 2],
    )
  })

  test('takes line ends away and keeps a lone carriage return', () => {
    expect(windowOf('a\r\nb\rc\nd\r')).toMatchObject({ lines: ['a', 'b\rc', 'd\r'], ending: 'mixed' })
    expect(windowOf('a\r\nb\r\n').ending).toBe('crlf')
    expect(windowOf('a\nb').ending).toBe('lf')
    expect(windowOf('a').ending).toBe('none')
  })

  verifies(['security:F4'], 'tells when the rest is only counted, and a count that stopped early', () => {
    const reader = new TextWindowReader(2, 2)
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
    reader.feed(bytes('a\nb\n'))
    expect(reader.isCounting).toBe(false)
    reader.feed(bytes('c'.repeat(readLimits.lineLength * 3 + 4)))
    expect(reader.isCounting).toBe(true)
    reader.feed(bytes('\nd\ne'))
    expect(reader.isCounting).toBe(true)
    expect(reader.finish(true)).toMatchObject({ totalLines: 5, isLowerBound: true, next: 4 })

    const before = new TextWindowReader(9, 2)
    before.feed(bytes('a\nb\n'))
    expect(before.isCounting).toBe(false)
    expect(before.finish(true)).toMatchObject({ lines: [], totalLines: 2, isLowerBound: true })
  })

  test('gives the asked window and where it continues', () => {
    const text = 'a\nb\nc\nd\n'
    expect(windowOf(text, 2, 2)).toMatchObject({ lines: ['b', 'c'], totalLines: 4, next: 4 })
    expect(windowOf(text, 3, 2)).not.toHaveProperty('next')
    expect(windowOf(text, 9, 2)).toMatchObject({ lines: [], totalLines: 4 })
    expect(windowOf(text, 9, 2)).not.toHaveProperty('next')
  })

  verifies(
    ['fault:B090', 'fault:B026'],
    'of a long line it shows the start and counts the rest exactly',
    () => {
      const text = `short\n${'x'.repeat(1999)}😀${'y'.repeat(100)}\nend\n`
      const { lines, cut, totalLines } = windowOf(text)
      expect(lines).toEqual(['short', 'x'.repeat(1999), 'end'])
      expect(cut).toEqual([{ line: 2, omittedBytes: 104 }])
      expect(totalLines).toBe(3)
    },
  )

  test('a line of exactly the length is whole, with a carriage return or without', () => {
    for (const end of ['\n', '\r\n', '']) {
      const { lines, cut } = windowOf(`${'€'.repeat(readLimits.lineLength)}${end}`)
      expect(lines).toEqual(['€'.repeat(readLimits.lineLength)])
      expect(cut).toEqual([])
    }
  })

  test('stops at the byte cap with whole lines and says where to go on', () => {
    const line = '€'.repeat(1000)
    const { lines, next, totalLines } = windowOf(`${line}\n`.repeat(200))
    expect(lines.length).toBe(Math.floor(readLimits.windowBytes / 3000))
    expect(next).toBe(lines.length + 1)
    expect(totalLines).toBe(200)
  })

  verifies(['security:F6'], 'marks bytes that are not valid, only where they are shown', () => {
    const bytes = Buffer.from('6f6b0a41ff420a6f6b', 'hex')
    expect(windowOf(bytes)).toMatchObject({ lines: ['ok', 'A\ufffdB', 'ok'], invalid: true })
    expect(windowOf(bytes, 3)).toMatchObject({ lines: ['ok'], invalid: false })
  })

  test('does not depend on how the bytes are cut into chunks', () => {
    const unit = fc.constantFrom('a', '€', '😀', '\r', '\n', '\r\n', '\u{feff}', 'x'.repeat(1500))
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 30 }),
        fc.nat(5),
        fc.nat(9),
        fc.nat(50),
        (text, offset, limit, chunk) => {
          const expected = windowOf(text, offset + 1, limit + 1)
          expect(windowOf(text, offset + 1, limit + 1, chunk + 1)).toEqual(expected)
          const all = text.split('\n')
          if (all.at(-1) === '') all.pop()
          expect(expected.totalLines).toBe(all.length)
        },
      ),
      { numRuns: 500 },
    )
  })
})
