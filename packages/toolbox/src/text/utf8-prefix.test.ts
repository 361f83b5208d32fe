import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { cutEnd } from './cut.ts'
import { utf8Prefix } from './utf8-prefix.ts'

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

describe('utf8Prefix', () => {
  verifies(['fault:B026'], 'cuts valid text where a cut of the decoded text would be', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, units) => {
        const bytes = new TextEncoder().encode(text)
        expect(decode(bytes.subarray(0, utf8Prefix(bytes, units)))).toBe(cutEnd(text, units))
      }),
    )
  })

  verifies(['security:F6'], 'of any bytes it takes no more than decodes to that many units', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(20), (bytes, units) => {
        const prefix = decode(bytes.subarray(0, utf8Prefix(bytes, units)))
        expect(prefix.length).toBeLessThanOrEqual(units)
        expect(decode(bytes).startsWith(prefix)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    [[0xed, 0xa0, 0x80], 1],
    [[0xe0, 0x80, 0x80], 1],
    [[0xf0, 0x80, 0x80, 0x80], 1],
    [[0xf4, 0x90, 0x80, 0x80], 1],
    [[0xf4, 0x8f, 0xbf, 0xbf], 4],
    [[0xc3], 1],
  ])('of %j one character of two units takes %i bytes', (bytes, expected) => {
    expect(utf8Prefix(Uint8Array.from(bytes), 2) >= expected).toBe(true)
    expect(utf8Prefix(Uint8Array.from(bytes), 1)).toBe(expected === 4 ? 0 : expected)
  })
})
