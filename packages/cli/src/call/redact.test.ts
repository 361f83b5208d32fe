import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { redacted } from './redact.ts'

const args = (value: unknown): Parameters<typeof redacted>[0] => ({
  value: value as never,
  text: `  ${JSON.stringify(value)}`,
})

describe('redacted', () => {
  verifies(['contract:R10'], 'replaces what the pointers lead to, at any depth', () => {
    const given = args({
      token: 's3cret',
      list: [{ key: 's3cret' }, 1],
      'a/b': { '~': 's3cret' },
      '': 's3cret',
    })
    const shown = redacted(given, ['/token', '/list/0/key', '/a~1b/~0', '/'])
    expect(shown).not.toContain('s3cret')
    expect(JSON.parse(shown)).toEqual({
      token: '[redacted]',
      list: [{ key: '[redacted]' }, 1],
      'a/b': { '~': '[redacted]' },
      '': '[redacted]',
    })
  })

  verifies(['contract:R10'], 'the empty pointer means all of it', () => {
    expect(redacted(args({ a: 1 }), [''])).toBe('"[redacted]"')
  })

  verifies(['contract:R10'], 'leaves the text as it was where it holds no secret', () => {
    const given = args({ path: 'a', list: [1] })
    expect(redacted(given, [])).toBe(given.text)
    expect(redacted(given, ['/token', '/list/7', '/path/deeper', '/toString', '/list/length'])).toBe(
      given.text,
    )
  })
})
