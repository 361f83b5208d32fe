import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { decodeText, encodeText } from './decoded-text.ts'

describe('decodeText', () => {
  verifies(['security:F6', 'fault:B085'], 'is refused, or encoding gives the same bytes again', () => {
    const marks = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff])
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(text, 'utf8')),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => Buffer.from(text, 'utf16le')),
    )
    let decoded = 0
    fc.assert(
      fc.property(marks, bytes, (mark, rest) => {
        const file = Buffer.from([...mark, ...rest])
        let text
        try {
          text = decodeText(file, 'a')
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^TEXT_(BINARY|NOT_DECODABLE)$/) })
          return
        }
        decoded += 1
        expect(Buffer.from(encodeText(text)).equals(file)).toBe(true)
      }),
      { numRuns: 3000 },
    )
    expect(decoded).toBeGreaterThan(300)
  })

  test('takes one mark away, and no more', () => {
    expect(decodeText(Buffer.from('\ufeff\ufeffa'), 'a')).toEqual({
      text: '\ufeffa',
      encoding: 'utf-8',
      hasMark: true,
    })
  })
})
