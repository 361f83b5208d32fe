import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { redactPointers } from './pointers.ts'

describe('redactPointers', () => {
  verifies(['contract:R10'], 'replaces what the pointers lead to, at any depth', () => {
    const given = { token: 's3cret', list: [{ key: 's3cret' }, 1], 'a/b': { '~': 's3cret' }, '': 's3cret' }
    expect(redactPointers(given, ['/token', '/list/0/key', '/a~1b/~0', '/'])).toEqual({
      token: '[redacted]',
      list: [{ key: '[redacted]' }, 1],
      'a/b': { '~': '[redacted]' },
      '': '[redacted]',
    })
  })

  verifies(['contract:R10'], 'the empty pointer means all of it', () => {
    expect(redactPointers({ a: 1 }, [''])).toBe('[redacted]')
  })

  verifies(['contract:R10'], 'leaves the very same value where the pointers lead to nothing', () => {
    const given = { path: 'a', list: [1] }
    expect(redactPointers(given, [])).toBe(given)
    expect(redactPointers(given, ['/token', '/list/7', '/path/deeper', '/toString', '/list/length'])).toBe(
      given,
    )
  })
})
