import { describe, expect, test } from 'vitest'
import { growingRedactor } from './growing-redactor.ts'

describe('growingRedactor', () => {
  test('takes out what it was told at first and since', () => {
    const redactor = growingRedactor(['first secret'])
    const { text, json } = redactor
    expect(text('first secret, second secret')).toBe('[redacted], second secret')
    expect(redactor.add(['second secret'])).toBe(true)
    expect(text('first secret, second secret')).toBe('[redacted], [redacted]')
    expect(json({ a: 'second secret' })).toEqual({ a: '[redacted]' })
    expect(redactor.add(['second secret', 'first secret'])).toBe(false)
  })

  test('learns nothing of values one of which is too short', () => {
    const redactor = growingRedactor([])
    expect(() => redactor.add(['long enough', 'abc'])).toThrow(
      expect.objectContaining({ code: 'SECRET_TOO_SHORT' }),
    )
    expect(redactor.text('long enough')).toBe('long enough')
  })
})
