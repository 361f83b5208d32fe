import { shorten } from '../cut.ts'
import { fail, failAtEnd, showMark } from './fault.ts'
import type { NumberFault } from './number.ts'
import { numberFault } from './number.ts'

const numberText = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const words: readonly string[] = ['true', 'false', 'null']
const shownLength = 40

/** What JSON writes for the words of other languages. */
const translations: Readonly<Record<string, string>> = {
  True: 'write true',
  False: 'write false',
  None: 'write null',
  nil: 'write null',
  undefined: 'write null, or leave the property out',
  NaN: 'JSON has no NaN: write null or a string',
  Infinity: 'JSON has no Infinity: write null or a string',
}

const faults: Readonly<Record<NumberFault, readonly [problem: string, mend: string]>> = {
  'negative zero': ['is negative zero, which JSON readers do not keep', 'write 0'],
  'too large': ['is too large for a number', 'send it as a string'],
  'too small': ['is too close to zero for a number', 'write 0 or send it as a string'],
  'too precise': ['would be rounded', 'send it as a string, or write fewer digits'],
}

/** The offset behind the number, `true`, `false` or `null` that must begin at `at`. */
export function readScalar(text: string, at: number): number {
  const first = text[at]
  if (first === undefined) return failAtEnd(text, 'where a value is expected')
  if (first === '-' || (first >= '0' && first <= '9')) return readNumber(text, at)
  word.lastIndex = at
  const name = word.exec(text)?.[0]
  if (name === undefined) return failAtMark(String.fromCodePoint(text.codePointAt(at) ?? 0), at)
  if (words.includes(name)) return at + name.length
  const isCut = at + name.length === text.length && words.some((whole) => whole.startsWith(name))
  if (isCut) return failAtEnd(text, 'inside a word')
  const mend = translations[name] ?? 'put double quotes around a string'
  return fail(at, `${shorten(name, shownLength)} is no JSON value`, mend)
}

function readNumber(text: string, at: number): number {
  numberText.lastIndex = at
  const literal = numberText.exec(text)?.[0]
  if (literal === undefined) return fail(at, 'a minus sign stands without digits', 'write a number behind it')
  if (/^-?0\d/.test(literal)) return fail(at, 'a number begins with a needless 0', 'remove the leading zeros')
  const end = at + literal.length
  if (text[end] === '.') return fail(end, 'a decimal point stands without digits', 'write digits behind it')
  if (text[end] === 'e' || text[end] === 'E') {
    return fail(end, 'an exponent stands without digits', 'write digits behind it')
  }
  const fault = numberFault(literal)
  if (fault === undefined) return end
  const [problem, mend] = faults[fault]
  return fail(at, `the number ${shorten(literal, shownLength)} ${problem}`, mend)
}

function failAtMark(mark: string, at: number): never {
  switch (mark) {
    case "'":
      return fail(at, 'a string stands in single quotes', 'use double quotes')
    case '`':
      return fail(at, 'a value stands in backquotes', 'send the JSON alone, without a fence around it')
    case '+':
    case '.':
      return fail(at, `a number begins with ${mark}`, 'begin it with a digit, or with - and a digit')
    case '/':
    case '#':
      return fail(at, 'a comment stands where a value is expected', 'leave comments out')
    default:
      return fail(at, `${showMark(mark)} stands where a value is expected`, 'write a value there')
  }
}
