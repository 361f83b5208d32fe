import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { jsonLine } from './json.ts'

describe('machine output', () => {
  verifies(['security:D1'], 'is one line of JSON that a terminal can show, and says exactly the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const line = jsonLine(value)
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(line.indexOf('\n')).toBe(line.length - 1)
        expect(line.slice(0, -1)).not.toMatch(
          /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\u{e0000}-\u{e0fff}]/u,
        )
      }),
    )
  })

  test('keeps letters of all scripts readable', () => {
    expect(jsonLine({ text: 'größer 漢字 😀' })).toBe('{"text":"größer 漢字 😀"}\n')
    expect(jsonLine('\u202e\u{e0041}\u009b')).toBe('"\\u202e\\udb40\\udc41\\u009b"\n')
  })
})
