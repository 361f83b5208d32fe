import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNumberText, RawText } from './exact.ts'
import { parseExact } from './parse-exact.ts'
import { printExact, printExactLine } from './print-exact.ts'

describe('parseExact', () => {
  it('keeps every digit of a number', () => {
    const text = '{"a":12345678901234567890.10,"b":[1e400,-0]}'
    expect(printExactLine(parseExact(text))).toBe(text)
  })

  it('reads what JSON.parse reads, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, isPretty) => {
        const text = isPretty ? JSON.stringify(value, null, '\t') : JSON.stringify(value)
        const read = parseExact(text)
        expect(JSON.parse(printExact(read))).toStrictEqual(JSON.parse(text))
        expect(JSON.parse(printExactLine(read))).toStrictEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses what is no JSON', () => {
    for (const text of ['', '{', '{a:1}', '[1,]', '01', "'a'"])
      expect(() => parseExact(text)).toThrow(SyntaxError)
  })

  it('refuses what is nested too deeply to be shown', () => {
    expect(() => parseExact('['.repeat(5000) + ']'.repeat(5000))).toThrow(RangeError)
  })

  it('takes __proto__ for the name of a member', () => {
    expect(printExactLine(parseExact('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}')
  })
})

describe('printExact', () => {
  it('prints what somebody is in the middle of typing as it is', () => {
    expect(printExactLine({ limit: new RawText('1e') })).toBe('{"limit":1e}')
  })
})

describe('isNumberText', () => {
  it('knows numbers of JSON alone', () => {
    expect(['0', '-1.5e+3', '12'].every(isNumberText)).toBe(true)
    expect(['', '01', '+1', '.5', '1.', '0x1', 'NaN', ' 1'].some(isNumberText)).toBe(false)
  })
})
