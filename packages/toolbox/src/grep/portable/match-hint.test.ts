import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { engineLines, linesOf, patterns, texts } from '../../../tests/support/line-samples.ts'
import { certainText, matchHint } from './match-hint.ts'
import { readPattern } from './read-pattern.ts'

function hintsOf(source: string, ignoreCase = false): { hint: ReturnType<typeof matchHint>; text?: string } {
  const pattern = readPattern(source, { isLiteral: false, ignoreCase })
  const text = pattern === undefined ? undefined : certainText(pattern)
  return {
    hint: pattern === undefined ? undefined : matchHint(pattern),
    ...(text === undefined ? {} : { text }),
  }
}

describe('matchHint', () => {
  test.each([
    ['TODO', 'TODO', true, true],
    ['\\d{3,}', '[0-9][0-9][0-9]', true, true],
    ['\\d{3,}x*', '[0-9][0-9][0-9]', true, true],
    ['a+b', 'ab', true, false],
    ['a{2}b+', 'aab', true, true],
    ['a?bc', 'bc', true, false],
    ['ab+c', 'ab', false, false],
    ['\\bif\\b', 'if', false, false],
    ['^a$', 'a', false, false],
    ['(foo|barbar)x?', '(?:foo|barbar)', false, false],
    ['.*needle.*', 'needle', true, false],
    ['needle.*', 'needle', true, true],
    ['a.b', 'a[^\\n]b', true, true],
  ])('of %s is %s', (source, expected, isExact, isStart) => {
    const { hint } = hintsOf(source)
    const plain = hint?.source.replaceAll(/\\u([0-9a-f]{4})/g, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    )
    expect(plain?.replaceAll('\n', '\\n')).toBe(expected)
    expect(hint?.isExact).toBe(isExact)
    expect(hint?.isStart).toBe(isStart)
  })

  test.each(['.', 'a*', '\\W', '(a|)', 'a|.*', '^$'])('of %s there is none', (source) => {
    expect(hintsOf(source).hint).toBeUndefined()
  })

  test('is found in every line that the engine matches, and in no other where it is exact', () => {
    fc.assert(
      fc.property(patterns, fc.boolean(), texts, (source, ignoreCase, bytes) => {
        const expected = engineLines(source, ignoreCase, bytes)
        const { hint, text } = hintsOf(source, ignoreCase)
        fc.pre(expected !== undefined)
        const lines = linesOf(bytes)
        for (const number of expected) {
          if (hint !== undefined) expect(lines[number - 1]).toMatch(new RegExp(hint.source, hint.flags))
          if (text !== undefined) expect(lines[number - 1]).toContain(text)
        }
        if (hint?.isExact !== true) return
        const expression = new RegExp(hint.source, hint.flags.replace('g', ''))
        expect(lines.flatMap((line, index) => (expression.test(line) ? [index + 1] : []))).toEqual(expected)
      }),
      { numRuns: 5000 },
    )
  })

  test('that is the start of a match begins where the first match of the engine does', () => {
    let compared = 0
    fc.assert(
      fc.property(patterns, fc.boolean(), texts, (source, ignoreCase, bytes) => {
        const { hint } = hintsOf(source, ignoreCase)
        const numbers = engineLines(source, ignoreCase, bytes)
        fc.pre(hint?.isStart === true && numbers !== undefined)
        const engine = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
        const lines = linesOf(bytes)
        for (const number of numbers) {
          const line = lines[number - 1] ?? ''
          const matcher = engine.matcher(line)
          expect(matcher.find()).toBe(true)
          expect(line.search(new RegExp(hint.source, hint.flags))).toBe(matcher.start())
          compared += 1
        }
      }),
      { numRuns: 300, maxSkipsPerRun: 1000 },
    )
    expect(compared).toBeGreaterThan(100)
  })
})
