import { fail, failAtEnd, showMark } from './fault.ts'

const quote = 0x22
const backslash = 0x5c
const space = 0x20

const simpleEscape = /["\\/bfnrt]/
const hexEscape = /u[\dA-Fa-f]{4}/y

const controlNames: Readonly<Record<number, readonly [string, string]>> = {
  0x08: ['a backspace', '\\b'],
  0x09: ['a tab', '\\t'],
  0x0a: ['a line break', '\\n'],
  0x0c: ['a form feed', '\\f'],
  0x0d: ['a carriage return', '\\r'],
}

/** The offset behind the string that begins at `start`. */
export function readString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === quote) return at + 1
    if (unit === backslash) at = readEscape(text, at)
    else if (unit < space) failAtControl(unit, at)
    else at++
  }
  return failAtEnd(text, 'inside a string')
}

function readEscape(text: string, at: number): number {
  const letter = text[at + 1]
  if (letter === undefined) return failAtEnd(text, 'inside a string')
  if (simpleEscape.test(letter)) return at + 2
  hexEscape.lastIndex = at + 1
  if (hexEscape.test(text)) return at + 6
  if (letter === 'u') {
    return fail(at, 'the escape \\u stands without four hexadecimal digits', 'write all four, as in \\u00e9')
  }
  const shown = showMark(String.fromCodePoint(text.codePointAt(at + 1) ?? 0))
  return fail(at, `\\${shown} is no escape of JSON`, 'write a backslash inside a string as \\\\')
}

function failAtControl(unit: number, at: number): never {
  const [name, escape] = controlNames[unit] ?? [
    'a control character',
    `\\u${unit.toString(16).padStart(4, '0')}`,
  ]
  return fail(at, `${name} stands unescaped in a string`, `write it as ${escape}`)
}
