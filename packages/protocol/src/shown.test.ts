import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeVisible } from './escape.ts'
import { shown } from './shown.ts'

describe('shown', () => {
  test('leaves a short and plain text as it is', () => {
    expect(shown('npm test -- "a b"')).toBe('npm test -- "a b"')
  })

  test('escapes what hides', () => {
    expect(shown('a\u202eb\n\u001b[2J')).toBe('a\\u{202e}b\\n\\u{1b}[2J')
  })

  test('marks where it left something out, and never cuts a character in two', () => {
    const start = 'x'.repeat(199)
    expect(shown(`${start}x`)).toBe(`${start}x`)
    expect(shown(`${start}xx`)).toBe(`${start}x…`)
    expect(shown(`${start}😀`)).toBe(`${start}…`)
  })

  test('shows more, and lines as such, where that is asked for', () => {
    const lines = `${'x'.repeat(200)}\n\r`
    expect(shown(lines, { most: 202, lines: true })).toBe(`${'x'.repeat(200)}\n\\r`)
    expect(shown(lines, { most: 201, lines: true })).toBe(`${'x'.repeat(200)}\n…`)
  })

  test('has nothing but what stands at the start of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const cut = shown(text)
        const start = text.length <= 200 ? cut : cut.slice(0, -1)
        expect(cut).toBe(text.length <= 200 ? start : `${start}…`)
        expect(escapeVisible(text).startsWith(start)).toBe(true)
      }),
    )
  })
})
