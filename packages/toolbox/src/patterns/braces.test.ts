import { describe, expect, test } from 'vitest'
import { expandBraces, maxAlternatives } from './braces.ts'
import { PatternError } from './pattern-error.ts'

describe('expandBraces', () => {
  test.each([
    ['a', ['a']],
    ['', ['']],
    ['*.{ts,tsx}', ['*.ts', '*.tsx']],
    ['{a}', ['a']],
    ['{a,}b', ['ab', 'b']],
    ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
    ['{a,{b,c}/d}', ['a', 'b/d', 'c/d']],
    ['a,b', ['a,b']],
    ['\\{a,b\\}', ['\\{a,b\\}']],
    ['[{,]x', ['[{,]x']],
    ['[]{]{a,b}', ['[]{]a', '[]{]b']],
  ])('%s stands for %j', (pattern, expected) => {
    expect(expandBraces(pattern)).toEqual(expected)
  })

  test.each(['{', '{a', '{a,b', 'a}', '{a}}', '{a,{b}'])('%s is refused', (pattern) => {
    expect(() => expandBraces(pattern)).toThrow(PatternError)
  })

  test('stops before a pattern grows exponentially', () => {
    expect(expandBraces('{a,b}'.repeat(8))).toHaveLength(maxAlternatives)
    expect(() => expandBraces('{a,b}'.repeat(9))).toThrow(/more than 256/)
    expect(() => expandBraces('{a,b}'.repeat(800))).toThrow(/more than 256/)
    expect(() => expandBraces(`{${'a,'.repeat(300)}a}`)).toThrow(/more than 256/)
  })

  test('takes groups nested as deeply as a pattern can be long', () => {
    expect(expandBraces('{'.repeat(2000) + 'a' + '}'.repeat(2000))).toEqual(['a'])
  })
})
