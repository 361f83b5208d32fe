import fc from 'fast-check'
import { RE2JS } from 're2js'

const atom = fc.constantFrom(
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
  '(a)',
  '(?:b|é)',
  '(a|)',
  '(a.)',
  '(\\s|b)',
  '(a$)',
  '(^a)',
  '(\\bk)',
  '(a*)',
  '(.b|\\W)',
)
const times = fc.constantFrom('', '', '', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '??')
const assertion = fc.constantFrom('', '', '', '^', '\\b')
const piece = fc.tuple(assertion, atom, times).map((parts) => parts.join(''))
const sequence = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '', '$', '\\b', '\\b$'))
  .map(([pieces, end]) => pieces.join('') + end)
/** Patterns of pieces on which engines may differ; the engine refuses some. */
export const patterns: fc.Arbitrary<string> = fc
  .array(sequence, { minLength: 1, maxLength: 2 })
  .map((branches) => branches.join('|'))

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
/** Texts as bytes, with all line ends, and with what is not UTF-8. */
export const texts: fc.Arbitrary<Buffer> = fc
  .tuple(fc.array(fc.tuple(line, ending), { minLength: 5, maxLength: 40 }), line)
  .map(([lines, last]) => Buffer.from([...lines.flat(2), ...last]))

/** Numbers of the lines that the engine matches; undefined where it refuses the pattern. */
export function engineLines(source: string, ignoreCase: boolean, bytes: Buffer): number[] | undefined {
  const engine = compiled(source, ignoreCase)
  if (engine === undefined) return undefined
  const lines = linesOf(bytes)
  return lines.flatMap((each, index) => (engine.test(each) ? [index + 1] : []))
}

/** The lines of a text without their ends. */
export function linesOf(bytes: Buffer): string[] {
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => line.replace(/\r$/, ''))
}

function compiled(source: string, ignoreCase: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch {
    return undefined
  }
}
