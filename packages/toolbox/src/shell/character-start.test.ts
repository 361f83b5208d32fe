import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { characterStart, firstCharacter } from './character-start.ts'

const encoder = new TextEncoder()
const text = fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.toWellFormed())

/** Every position between two characters. */
function borders(value: string): number[] {
  let at = 0
  return [0, ...Array.from(value, (character) => (at += encoder.encode(character).length))]
}

describe('characterStart', () => {
  verifies(['fault:B026', 'fault:B117'], 'is the nearest border between characters before a cut', () => {
    fc.assert(
      fc.property(text, fc.nat(80), (value, wanted) => {
        const bytes = encoder.encode(value)
        const at = Math.min(wanted, bytes.length)
        const expected = borders(value).findLast((border) => border <= at)
        expect(characterStart(bytes, at)).toBe(expected)
        expect(characterStart(bytes.subarray(0, at), at)).toBe(expected)
      }),
    )
  })

  verifies(['fault:B117'], 'does not hold back bytes that begin no character', () => {
    const stray = Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80)
    expect(characterStart(stray, 5)).toBe(5)
    expect(characterStart(Uint8Array.of(0xff), 1)).toBe(1)
    expect(characterStart(Uint8Array.of(0x61, 0xe2, 0x82), 3)).toBe(1)
  })
})

describe('firstCharacter', () => {
  verifies(['fault:B117'], 'is the nearest border between characters behind a cut', () => {
    fc.assert(
      fc.property(text, fc.nat(80), (value, wanted) => {
        const bytes = encoder.encode(value)
        const at = Math.min(wanted, bytes.length)
        const expected = borders(value).find((border) => border >= at)
        expect(at + firstCharacter(bytes.subarray(at))).toBe(expected)
      }),
    )
  })
})
