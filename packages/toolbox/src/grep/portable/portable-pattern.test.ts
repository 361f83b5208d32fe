import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rgPath } from '@vscode/ripgrep'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
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

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    'k',
    'S',
    '_',
    ' ',
    '1',
    'é',
    '😀',
    '\ufffd',
    '.',
    '\\.',
    '\\s',
    '\\S',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
  ],
  ...[
    '[ab]',
    '[^a]',
    '[^\\w]',
    '[a-c_]',
    '[-a]',
    '[]a]',
    '[\\s.]',
    '\\t',
    '\\r',
    '{',
    '}',
    ']',
    '\\\\',
    '[k-s]',
  ],
  ...['(a)', '(?:b|é)', '(a|)', '(a.)', '(\\s|b)', '(a$)', '(^a)', '(\\bk)', '(a*)', '(.b|\\W)'],
)
const times = fc.constantFrom('', '', '', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '??')
const assertion = fc.constantFrom('', '', '', '^', '\\b')
const piece = fc.tuple(assertion, atom, times).map((parts) => parts.join(''))
const sequence = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', '$', '\\b', '\\b$'))
  .map(([pieces, end]) => pieces.join('') + end)
const pattern = fc.array(sequence, { minLength: 1, maxLength: 2 }).map((branches) => branches.join('|'))

const bytesOf = (text: string): number[] => [...Buffer.from(text)]
const unit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abkKsS_1. \t\r\r{}]\\'.split('').map(bytesOf)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...['é', '😀', '\u212a', '\u017f', '\ufffd', '\u2028', '\x85'].map(bytesOf)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom([0xff], [0xe2, 0x84], [0xc3], [0x84], [0xf0, 0x9f], [0xed, 0xa0, 0x80]),
  },
)
const line = fc.array(unit, { maxLength: 6 }).map((units) => units.flat())
const ending = fc.constantFrom([0x0a], [0x0d, 0x0a])
const text = fc
  .tuple(fc.array(fc.tuple(line, ending), { minLength: 5, maxLength: 40 }), line)
  .map(([lines, last]) => Buffer.from([...lines.flat(2), ...last]))

/** Numbers of the lines that the engine matches. */
function engineLines(source: string, ignoreCase: boolean, bytes: Buffer): number[] | undefined {
  const engine = compiled(source, ignoreCase)
  if (engine === undefined) return undefined
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.flatMap((each, index) => (engine.test(each.replace(/\r$/, '')) ? [index + 1] : []))
}

function compiled(source: string, ignoreCase: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch {
    return undefined
  }
}

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
      fc.property(pattern, fc.boolean(), text, (source, ignoreCase, bytes) => {
        const expected = engineLines(source, ignoreCase, bytes)
        const portable = portablePattern(source, { isLiteral: false, ignoreCase })
        fc.pre(expected !== undefined && portable !== undefined)
        compared += 1
        expect(ripgrepLines(portable.rust, portable.decodes, bytes)).toEqual(expected)
      }),
      { numRuns: Number(process.env['RUNS'] ?? 300) },
    )
    expect(compared).toBeGreaterThan(0)
  })
})
