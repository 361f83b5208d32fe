import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { MatchWork } from './match-work.ts'
import { PatternError } from './pattern-error.ts'
import { parseSegment } from './segment.ts'

const matches = (pattern: string, name: string): boolean =>
  parseSegment(pattern).matches(name, new MatchWork())

/** The same language by plain recursion, for patterns of letters, `*` and `?`. */
function recursive(pattern: string, name: string): boolean {
  const [first] = pattern
  if (first === undefined) return name === ''
  if (first === '*') {
    return recursive(pattern.slice(1), name) || (name !== '' && recursive(pattern, name.slice(1)))
  }
  return (
    name !== '' && (first === '?' || first === name.charAt(0)) && recursive(pattern.slice(1), name.slice(1))
  )
}

describe('parseSegment', () => {
  test.each([
    ['a.ts', 'a.ts', true],
    ['a.ts', 'a.tsx', false],
    ['*', '', true],
    ['*.ts', 'a.ts', true],
    ['*.ts', '.ts', true],
    ['*.ts', 'a.tsx', false],
    ['a*', 'a', true],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'aXcYb', false],
    ['*a*', 'bab', true],
    ['?', 'é', true],
    ['?', '😀', true],
    ['??', '😀', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]]', ']', true],
    ['[a-]', '-', true],
    ['[\\]]', ']', true],
    ['[😀-😂]', '😁', true],
    ['[[:digit:]]', '7', true],
    ['[![:alpha:]_]', '7', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['--help', '--help', true],
    ['', '', true],
  ])('%s against %s is %s', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected)
  })

  test.each(['[', '[a', '[!', '[]', 'a\\', '[z-a]', '[[:nothing:]]', '[[:alpha'])(
    '%s is refused',
    (pattern) => {
      expect(() => parseSegment(pattern)).toThrow(PatternError)
    },
  )

  test('knows literals, and patterns that spell out a leading dot', () => {
    expect(parseSegment('a\\*b').literal).toBe('a*b')
    expect(parseSegment('a*b').literal).toBeUndefined()
    expect(parseSegment('.env*').asksForHidden).toBe(true)
    expect(parseSegment('*.env').asksForHidden).toBe(false)
    expect(parseSegment('[.]env').asksForHidden).toBe(false)
  })

  test('accepts the same names as plain recursion', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
    const names = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
    fc.assert(
      fc.property(letters, names, (pattern, name) => {
        expect(matches(pattern, name)).toBe(recursive(pattern, name))
      }),
      { numRuns: 3000 },
    )
  })

  verifies(['fault:B105'], 'a pattern of many stars costs the product of the lengths at most', () => {
    const started = performance.now()
    for (const pattern of ['*a*a*a*a*a*a*b', `${'*a'.repeat(100)}*b`, `${'?*'.repeat(100)}b`]) {
      expect(matches(pattern, 'a'.repeat(255))).toBe(false)
    }
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
