import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchFor } from './search.ts'

/** What V8 says, for expressions that are no trap. */
const reference = (source: string, text: string): boolean => new RegExp(source).test(text)

const atom = fc.constantFrom(
  'a',
  'b',
  '_',
  '.',
  '[ab]',
  '[^a]',
  '[a-c_]',
  '\\w',
  '\\d',
  '\\S',
  '\\.',
  '(?:ab|c)',
  '(b)',
)
const quantified = fc.tuple(
  atom,
  fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,1}', '{2,}', '*?'),
)
const sequence = fc
  .array(
    quantified.map((parts) => parts.join('')),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))
const expression = fc
  .tuple(
    fc.constantFrom('', '^'),
    fc.array(sequence, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '$'),
  )
  .map(
    ([start, options, end]) =>
      start + (options.length > 1 ? `(${options.join('|')})` : options.join('')) + end,
  )

describe('searchFor', () => {
  test('finds what the regular expressions of the language find', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_', '.', '1', ' '), maxLength: 12 })
    fc.assert(
      fc.property(expression, text, (source, subject) => {
        expect(searchFor(source)(subject)).toBe(reference(source, subject))
      }),
      { numRuns: 2000 },
    )
  })

  for (const [source, name, found] of [
    ['mcp__.*', 'mcp__files__read', true],
    ['^mcp__(github|files)__', 'mcp__files__read', true],
    ['^Notebook', 'TodoNotebook', false],
    ['Write|Edit.*', 'MultiEditor', true],
    ['^(Bash|Read)$', 'BashOutput', false],
    ['', 'anything', true],
    ['[\\]^-]', '^', true],
    ['a||b', 'c', true],
  ] as const) {
    test(`"${source}" ${found ? 'finds' : 'does not find'} ${name}`, () => {
      expect(searchFor(source)(name)).toBe(found)
    })
  }

  for (const source of [
    '(?=a)',
    '(?<!a)b',
    '(?<name>a)',
    '(a)\\1',
    '\\bfoo',
    '(a',
    'a)',
    '*',
    'a|+',
    '[a',
    '[b-a]',
    'a\\',
    'a{3,2}',
    '\\p{L}',
  ]) {
    test(`refuses "${source}"`, () => {
      expect(() => searchFor(source)).toThrow(SyntaxError)
    })
  }

  test('refuses what grows beyond measure', () => {
    expect(() => searchFor('((a{100}){100}){100}')).toThrow(/too large/)
  })
})
