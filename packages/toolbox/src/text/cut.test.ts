import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { cutEnd } from './cut.ts'

describe('cutEnd', () => {
  verifies(['fault:B026'], 'never splits a character, and never exceeds the length', () => {
    expect(cutEnd(`${'a'.repeat(1999)}😀tail`, 2000)).toBe('a'.repeat(1999))
    expect(cutEnd(`${'a'.repeat(1998)}😀tail`, 2000)).toBe(`${'a'.repeat(1998)}😀`)
    expect(cutEnd('short', 2000)).toBe('short')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, length) => {
        const cut = cutEnd(text, length)
        expect(cut.isWellFormed()).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(length)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1)
        expect(text.startsWith(cut)).toBe(true)
      }),
    )
  })
})
