import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rgPath } from '@vscode/ripgrep'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engineLines, patterns, texts } from '../../../tests/support/line-samples.ts'
import { portablePattern } from './portable-pattern.ts'

const plain = { isLiteral: false, ignoreCase: false }

describe('portablePattern', () => {
  test.each([
    ['TODO', 'TODO'],
    ['a.b', 'a.b'],
    ['^a+$', '^a+\\x{d}?$'],
    ['a|b', '(?:a|b)'],
    ['\\bif\\b', '(?-u:\\b)if(?-u:\\b)'],
    ['\\d{3,}', '[0-9]{3,}'],
    ['a\\s*', 'a'],
    ['${x}', undefined],
    ['\\${x}', '\\x{24}\\x{7b}x\\x{7d}'],
    ['é', '\\x{e9}'],
    ['a\\sb', 'a[\\x{9}\\x{c}-\\x{d}\\x{20}]b'],
    ['a\\s', 'a(?:[\\x{9}\\x{c}\\x{20}]|\\x{d}.)'],
  ])('%s becomes %s', (source, expected) => {
    expect(portablePattern(source, plain)?.rust).toBe(expected)
  })

  test.each([
    'a*',
    '^',
    '^\\s*$',
    'a.$',
    'a\\s\\b',
    '(?i)a',
    '\\pL',
    '[[:alpha:]]',
    '\\x41',
    '\\Qa\\E',
    '\\Ba',
    'a\\z',
    '(?P<n>a)',
    'a{2}{3}',
    'a$b',
    '(a$)?b',
    '\ud800',
    'a{0}',
  ])('%s is left to the engine', (source) => {
    expect(portablePattern(source, plain)).toBeUndefined()
  })

  test('characters beyond ASCII are left to the engine where case does not matter', () => {
    expect(portablePattern('é', { isLiteral: false, ignoreCase: true })).toBeUndefined()
    expect(portablePattern('ks1', { isLiteral: true, ignoreCase: true })?.rust).toBe(
      '[Kk\\x{212a}][Ss\\x{17f}]1',
    )
  })

  test('says where it matters what is not UTF-8', () => {
    expect(portablePattern('a.b', plain)?.decodes).toBe(true)
    expect(portablePattern('[^a]b', plain)?.decodes).toBe(true)
    expect(portablePattern('\\w+b', plain)?.decodes).toBe(false)
  })
})

function ripgrepLines(rust: string, decodes: boolean, bytes: Buffer): number[] {
  const encoding = decodes ? ['--encoding=utf-8'] : []
  const args = ['--no-config', '-a', '-n', '--color=never', ...encoding, `--regexp=${rust}`, '-']
  const { status, stdout, stderr } = spawnSync(rgPath, args, { input: bytes })
  if (status !== 0 && status !== 1) throw new Error(stderr.toString())
  const starts = stdout.toString('latin1').split('\n').filter(Boolean)
  return starts.map((each) => Number(/^(\d+):/.exec(each)?.[1]))
}

describe.skipIf(!existsSync(rgPath))('portablePattern and ripgrep', () => {
  test('match the same lines as the engine, whatever the text', { timeout: 300_000 }, () => {
    let compared = 0
    fc.assert(
      fc.property(patterns, fc.boolean(), texts, (source, ignoreCase, bytes) => {
        const expected = engineLines(source, ignoreCase, bytes)
        const portable = portablePattern(source, { isLiteral: false, ignoreCase })
        fc.pre(expected !== undefined && portable !== undefined)
        compared += 1
        expect(ripgrepLines(portable.rust, portable.decodes, bytes)).toEqual(expected)
      }),
      { numRuns: 150 },
    )
    expect(compared).toBeGreaterThan(0)
  })
})
