import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { JsonTextError } from '../errors.ts'
import { isSnapshot } from '../snapshot.ts'
import { findFault } from './find-fault.ts'
import { numberFault } from './number.ts'
import { parseToolArguments } from './parse-arguments.ts'

function faultOf(text: string): JsonTextError {
  try {
    parseToolArguments(text)
  } catch (error) {
    expect(error).toBeInstanceOf(JsonTextError)
    return error as JsonTextError
  }
  throw new Error(`${text} was accepted`)
}

describe('parseToolArguments', () => {
  verifies(['fault:B001'], 'takes absent, empty and blank text for no arguments', () => {
    for (const text of [undefined, '', '   ', '\n\t\r ']) {
      const value = parseToolArguments(text)
      expect(value).toEqual({})
      expect(isSnapshot(value)).toBe(true)
    }
  })

  verifies(['contract:L1', 'fault:B008'], 'gives what the text says, as a snapshot', () => {
    const value = parseToolArguments(
      ' {"a": [1, -2.5, 1e2, "\\u00e9\\n\\"", null], "b": {"c": "[1,2,3]"}, "": true} ',
    )
    expect(value).toEqual({ a: [1, -2.5, 100, 'é\n"', null], b: { c: '[1,2,3]' }, '': true })
    expect(isSnapshot(value)).toBe(true)
    expect(Object.isFrozen((value as { a: unknown }).a)).toBe(true)
    expect(parseToolArguments('"\\ud800"')).toBe('\ud800')
    expect(parseToolArguments('"\ud800"')).toBe('\ud800')
    expect(parseToolArguments('{"url":"http://x:1/","path\\\\":"C:\\\\"}')).toEqual({
      url: 'http://x:1/',
      'path\\': 'C:\\',
    })
  })

  verifies(['fault:B003', 'security:J6'], 'refuses numbers that would change, and never rounds', () => {
    for (const [number, reason] of [
      ['1234567890123456789', 'would be rounded; send it as a string'],
      ['9007199254740993', 'would be rounded'],
      ['-9007199254740993', 'would be rounded'],
      ['9007199254740993.0', 'would be rounded'],
      ['9007199254740993e0', 'would be rounded'],
      ['0.12345678901234567890123', 'would be rounded'],
      ['3e-324', 'would be rounded'],
      ['1e400', 'is too large for a number'],
      ['-1e400', 'is too large'],
      ['1e-400', 'is too close to zero'],
      ['-0', 'is negative zero'],
      ['-0.0', 'is negative zero'],
      ['-0e7', 'is negative zero'],
      [`1.${'1'.repeat(150)}`, 'would be rounded'],
    ] as const) {
      const error = faultOf(`{"id":${number}}`)
      expect(error).toMatchObject({ code: 'INVALID_JSON', place: { line: 1, column: 7 } })
      expect(error.message).toContain(reason)
    }
  })

  verifies(['fault:B003'], 'takes every number that survives', () => {
    for (const number of [
      '9007199254740992',
      '9007199254740994',
      '-9007199254740992',
      '1e23',
      '1E+2',
      '1.7976931348623157e308',
      '5e-324',
      '2.2250738585072014e-308',
      '0.1',
      '0.30000000000000004',
      '0.1000000000000000055511151231257827',
      '-0.5',
      '0.0',
      '0e400',
      '100000000000000000000',
      '1.0000000000000000000',
    ]) {
      expect(parseToolArguments(`[${number}]`)).toEqual([Number(number)])
    }
  })

  verifies(['security:J6'], 'refuses a key that stands twice, however it is spelled', () => {
    for (const [text, column] of [
      ['{"a":1,"a":2}', 8],
      ['{"\\u0061":1,"a":2}', 13],
      ['[{"x":{"__proto__":1,"__proto__":2}}]', 22],
    ] as const) {
      const error = faultOf(text)
      expect(error.message).toMatch(/the key ".*" stands twice in one object; keep one of them/)
      expect(error.place).toEqual({ line: 1, column })
    }
    expect(parseToolArguments('[{"a":1},{"a":{"a":2}}]')).toEqual([{ a: 1 }, { a: { a: 2 } }])
  })

  verifies(['fault:B012', 'security:J1'], 'keeps hostile keys as data', () => {
    const text = '{"__proto__":{"polluted":1},"a":1,"constructor":{"prototype":{"p":1}}}'
    const value = parseToolArguments(text)
    expect(JSON.stringify(value)).toBe(text)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('says where, what and how to mend it', () => {
    for (const [text, place, message] of [
      ['{"a":1,}', [1, 7], 'a comma stands before }; remove the comma'],
      ['[1,2,\n]', [1, 5], 'a comma stands before ]'],
      ["{'a':1}", [1, 2], "' stands where a key is expected; put double quotes around every key"],
      ["['a']", [1, 2], 'a string stands in single quotes; use double quotes'],
      ['{a:1}', [1, 2], 'a stands where a key is expected'],
      ['{"a" 1}', [1, 6], '1 stands where a colon is expected; write : behind the key'],
      [
        '{\n  "a": 1\n  "b": 2\n}',
        [3, 3],
        '" stands where a comma or } is expected; write a comma or } before it',
      ],
      ['[1 2]', [1, 4], '2 stands where a comma or ] is expected'],
      ['[1}', [1, 3], '} stands where a comma or ] is expected'],
      ['{"a":True}', [1, 6], 'True is no JSON value; write true'],
      ['[None]', [1, 2], 'None is no JSON value; write null'],
      ['[NaN]', [1, 2], 'NaN is no JSON value; JSON has no NaN'],
      ['[hello]', [1, 2], 'hello is no JSON value; put double quotes around a string'],
      ['"a\nb"', [1, 3], 'a line break stands unescaped in a string; write it as \\n'],
      ['"\u0001"', [1, 2], 'a control character stands unescaped in a string; write it as \\u0001'],
      ['"C:\\dir"', [1, 4], '\\d is no escape of JSON; write a backslash inside a string as \\\\'],
      ['"\\u12"', [1, 2], 'the escape \\u stands without four hexadecimal digits'],
      ['"😀" x', [1, 5], 'the text goes on after its value; send one JSON value and nothing else'],
      ['```json\n{}\n```', [1, 1], 'a value stands in backquotes; send the JSON alone'],
      ['// note\n{}', [1, 1], 'a comment stands where a value is expected'],
      ['\ufeff{}', [1, 1], 'U+FEFF stands where a value is expected'],
      ['[01]', [1, 2], 'a number begins with a needless 0'],
      ['[1.]', [1, 3], 'a decimal point stands without digits'],
      ['[1e]', [1, 3], 'an exponent stands without digits'],
      ['[-]', [1, 2], 'a minus sign stands without digits'],
      ['[+1]', [1, 2], 'a number begins with +'],
      ['[,1]', [1, 2], ', stands where a value is expected'],
    ] as const) {
      const error = faultOf(text)
      expect(error.message).toContain(`line ${place[0]}, column ${place[1]}: ${message}`)
      expect(error.place).toEqual({ line: place[0], column: place[1] })
    }
  })

  test('says that a text was cut off', () => {
    for (const text of [
      '{',
      '{"a',
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":1,',
      '[',
      '[1',
      '[1,',
      '"a',
      '"a\\',
      '[tr',
      '[nul',
    ]) {
      expect(faultOf(text).message).toMatch(
        /the text ends .*; send the whole text again, it seems to be cut off/,
      )
    }
  })

  verifies(['contract:L4', 'security:J3'], 'reads and explains 100,000 levels', () => {
    const open = '['.repeat(100_000)
    const close = ']'.repeat(100_000)
    expect(isSnapshot(parseToolArguments(open + close))).toBe(true)
    expect(faultOf(`${open}1e999${close}`).place).toEqual({ line: 1, column: 100_001 })
    expect(faultOf(open).message).toContain('cut off')
    expect(faultOf(`${'{"a":'.repeat(50_000)}1${'}'.repeat(49_999)}`).message).toContain('cut off')
  })

  test('explains a refusal of the engine that it does not see itself', () => {
    const { parse } = JSON
    JSON.parse = () => {
      throw new RangeError('out of memory')
    }
    try {
      expect(faultOf('{}')).toMatchObject({
        message: expect.stringContaining('cannot be read as JSON'),
        cause: {},
      })
      expect(faultOf('{}').place).toBeUndefined()
    } finally {
      JSON.parse = parse
    }
  })
})

describe('findFault', () => {
  verifies(['security:J6'], 'agrees with the engine on any text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      ' ',
      '\n',
      '\t',
      'true',
      'nul',
      '-',
      '0',
      '1',
      '.',
      'e',
      '+',
      'u00e9',
      'a',
      '\u0001',
      '"a":',
      '"b"',
      'é',
      '\ud800',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        let accepted = true
        try {
          JSON.parse(text)
        } catch {
          accepted = false
        }
        const fault = findFault(text)
        if (!accepted) expect(fault).toBeDefined()
        else expect(fault === undefined || /stands twice|zero|rounded|number/.test(fault.problem)).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('numberFault', () => {
  test('lets through exactly the numbers that come back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        if (number === 0) return
        expect(numberFault(`${number}`)).toBeUndefined()
        expect(numberFault(number.toPrecision(17))).toBeUndefined()
        expect(numberFault(number.toExponential())).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), (integer) => {
        const digits = `${integer}`.replace(/0+$/, '').length
        const comesBack = sameDigits(`${integer}`, Number(integer).toPrecision(digits))
        expect(numberFault(`${integer}`)).toBe(comesBack ? undefined : 'too precise')
      }),
    )
  })
})

/** Whether two spellings of a positive integer have the same digits but for zeros at the end. */
function sameDigits(integer: string, printed: string): boolean {
  const digits = printed.replace(/e.*$/, '').replace('.', '').replace(/0+$/, '')
  return integer.replace(/0+$/, '') === digits
}
