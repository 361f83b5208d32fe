import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../tests/spec/verifies.ts'
import { matcherOf } from './matcher.ts'

const samples = [
  '',
  'a',
  'ab',
  'aab',
  'b',
  '1',
  '2024-01-31',
  'é',
  'É',
  'Ω',
  '😀',
  ' ',
  '\u00a0',
  '\ufeff',
  '\n',
  '\r',
  '\u2028',
  'a b',
  '_',
  '-',
  '.',
  'x@y.z',
  '\u0003',
  '٣',
  'a\nb',
  '\t',
  '\v',
  ']',
  '[',
  '\\',
  '日本',
]

const patterns = [
  'a',
  '^a$',
  '^a*$',
  'a+b',
  '^(a|b)+$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '\\s',
  '\\S',
  '^\\s*$',
  '[\\s]',
  '[^\\s]',
  '[a\\s]',
  '.',
  '^.$',
  '[.]',
  '^..$',
  '^\\p{L}+$',
  '^\\p{Letter}+$',
  '^\\P{L}+$',
  '\\p{Lu}',
  '\\p{Uppercase_Letter}',
  '^\\p{Script=Greek}$',
  '\\p{sc=Han}',
  '^\\p{Nd}+$',
  '\\p{gc=Decimal_Number}',
  '^[\\p{L}\\d]+$',
  '\\w',
  '\\W',
  '^[\\w.-]+@[\\w-]+\\.\\w+$',
  '\\u00e9',
  '^\\u{1F600}$',
  '\\cC',
  '[\\u0000-\\u001f]',
  '\\n',
  '^[^]$',
  '[^]',
  '(?<name>a)b',
  '(?:a|b)+',
  'a{2}',
  '^a{1,3}b?$',
  '\\bb\\b',
  '\\Bb',
  '\\.',
  '\\-',
  '\\/',
  '[\\]]',
  '[[]',
  '\\[',
  '\\\\',
  'a|b|c',
  '(a*)*b',
  '^(?!a)b',
  '(?=a)a',
  '^(?!.*b).$',
  '\\D',
  '[^\\d]',
  '[\\b]',
  '\\v',
  '\\t',
  '\\0',
  '\\x41',
  '[a-z-]',
  '^$',
  '',
]

describe('matcherOf', () => {
  verifies(['security:J4'], 'matches as the engine does', async () => {
    let compared = 0
    for (const source of patterns) {
      let native
      try {
        native = new RegExp(source, 'u')
      } catch {
        await expect(matcherOf(source)).rejects.toThrow('Invalid regular expression')
        continue
      }
      const matcher = await matcherOf(source).catch((error: Error) => error.message)
      if (typeof matcher === 'string') {
        expect(matcher).toContain('cannot be matched in linear time')
        expect(source).toMatch(/\(\?[=!<]|\\[BbvP0x]/)
        continue
      }
      for (const text of samples) {
        expect([source, text, matcher.matches(text)]).toEqual([source, text, native.test(text)])
        compared++
      }
    }
    expect(compared).toBeGreaterThan(1_500)
  })

  verifies(['security:J4'], 'matches as the engine does, for made-up patterns', async () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '\\s',
      '\\S',
      '[ab]',
      '[^a]',
      '\\p{L}',
      '(a|b)',
      '(?:ab)',
      'é',
      '\\.',
      '[\\s.]',
    )
    const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,3}', '+?')
    const source = fc
      .tuple(fc.boolean(), fc.array(fc.tuple(atom, quantifier), { minLength: 1, maxLength: 5 }), fc.boolean())
      .map(([start, parts, end]) => `${start ? '^' : ''}${parts.flat().join('')}${end ? '$' : ''}`)
    const text = fc.oneof(
      fc.constantFrom(...samples),
      fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '1', '.', '\n') }),
    )
    await fc.assert(
      fc.asyncProperty(source, fc.array(text), async (pattern, texts) => {
        const matcher = await matcherOf(pattern)
        const native = new RegExp(pattern, 'u')
        for (const sample of texts) expect(matcher.matches(sample)).toBe(native.test(sample))
      }),
      { numRuns: 2_000 },
    )
  })

  verifies(['security:J4'], 'leaves to the engine nothing that takes it long', async () => {
    const text = `${'a'.repeat(50_000)}!`
    for (const source of [
      `^${'(a|a)'.repeat(28)}$`,
      `${'(?:a|aa)'.repeat(12)}$`,
      `${'[aA]'.repeat(500)}b`,
      `^a*${'a'.repeat(900)}b`,
    ]) {
      const matcher = await matcherOf(source)
      const started = performance.now()
      expect(matcher.matches(source.startsWith('^(') ? `${'a'.repeat(28)}!` : text)).toBe(false)
      expect(performance.now() - started).toBeLessThan(30_000)
    }
    await expect(matcherOf('a{1000}'.repeat(5))).rejects.toThrow('repeats too much')
  })

  test('keeps the source, and shortens it in messages', async () => {
    expect((await matcherOf('^a+$')).source).toBe('^a+$')
    await expect(matcherOf(`(?=(a+)+)${'a'.repeat(1_000)}`)).rejects.toThrow(/^the pattern .{100} cannot/u)
  })
})
