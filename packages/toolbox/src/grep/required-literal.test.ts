import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { requiredLiteral } from './required-literal.ts'

const literal = (pattern: string): string | undefined => requiredLiteral(pattern, false, false)?.toString()

describe('requiredLiteral', () => {
  test.each([
    ['TODO', 'TODO'],
    ['function\\s+\\w+\\(', 'function'],
    ['a.bcd', 'a'],
    ['abc?d', 'ab'],
    ['ab*cde', 'a'],
    ['abc+d', 'abc'],
    ['ab{2,3}xyz', 'a'],
    ['é€😀*x', 'é€'],
    ['ab(c)', 'ab'],
    ['a}b', 'a'],
    ['x'.repeat(40), 'x'.repeat(24)],
  ])('of %s is %s', (pattern, expected) => {
    expect(literal(pattern)).toBe(expected)
  })

  test.each([
    'a|b',
    'abc(?i)def',
    'ab(?:c)',
    '\\Qa*\\E',
    '\\babc',
    '^abc',
    '.*',
    '',
    'a?',
    '😀*',
    'a\ufffd',
    '(a',
    '[a',
  ])('of %s is unknown', (pattern) => {
    expect(literal(pattern)).toBeUndefined()
  })

  test('a literal pattern is taken as it is, and case that does not matter rules it out', () => {
    expect(requiredLiteral('a|b*', true, false)?.toString()).toBe('a|b*')
    expect(requiredLiteral('abc', false, true)).toBeUndefined()
  })

  test('stands in every line that the engine matches', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      'ab',
      '.',
      '\\.',
      '[ab]',
      '[^a]',
      '(a)',
      '(ab|b)',
      '(?:b)',
      '^',
      '$',
      '\\b',
    )
    const times = fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,1}', '*?', '+?', '??')
    const piece = fc.tuple(atom, times).map((parts) => parts.join(''))
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    const line = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 })
    fc.assert(
      fc.property(pattern, fc.array(line, { minLength: 5, maxLength: 20 }), (source, lines) => {
        const required = literal(source)
        fc.pre(required !== undefined && isValid(source))
        const engine = RE2JS.compile(source)
        expect(lines.filter((each) => engine.test(each) && !each.includes(required ?? ''))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})

function isValid(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}
