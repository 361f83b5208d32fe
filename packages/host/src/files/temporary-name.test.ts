import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryName } from './temporary-name.ts'

test('is hidden, says for what it is, and is another each time', () => {
  expect(temporaryName('a.txt')).toMatch(/^\.a\.txt\.[0-9a-f]{16}\.tmp$/)
  expect(temporaryName('a.txt')).not.toBe(temporaryName('a.txt'))
})

test('is short and well-formed for every name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }), (name) => {
      const made = temporaryName(name)
      expect(Buffer.byteLength(made)).toBeLessThanOrEqual(143)
      const kept = made.slice(1, -21)
      expect(name.startsWith(kept)).toBe(true)
      expect(Buffer.byteLength(kept)).toBeGreaterThanOrEqual(Math.min(Buffer.byteLength(name), 93))
    }),
  )
})
