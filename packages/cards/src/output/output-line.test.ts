import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineOf } from '../layout/pieces.ts'
import { noInk, type Ink } from './ink.ts'
import { inkAfter, outputLine } from './output-line.ts'

const shown = (line: string): string => lineOf(outputLine(line, noInk).pieces)
const tones = (line: string): string[] =>
  outputLine(line, noInk).pieces.map(({ text, tone }) => `${tone}: ${text}`)

describe('a line of an output is what a terminal shows in the end', () => {
  test.each([
    ['a progress that redraws itself', '10 %\r55 %\r100 %', '100 %'],
    ['a shorter text over a longer one', 'downloading\rdone', 'doneloading'],
    ['a line that was erased first', 'downloading\r\u001b[Kdone', 'done'],
    ['one that was erased from anywhere', 'downloading\u001b[2K\rdone', 'done'],
    ['one erased up to the cursor', 'abcdef\b\b\u001b[1Kx', '    xf'],
    ['one whose rest was erased', 'abcdef\b\b\u001b[0K', 'abcd'],
    ['text that stays behind the cursor after an erasure', 'abc\u001b[2Kd', '   d'],
    ['backspaces', 'passwd\b\b\b\b\b\bsecret', 'secret'],
    ['more backspaces than there are columns', 'ab\b\b\b\bc', 'cb'],
    ['a return at the end', '100 %\r', '100 %'],
    ['half of a wide character that is written over', '漢字\rab', 'ab字'],
    ['the second half of one', '漢字\r\b漢\bx', ' x字'],
    ['a mark that stands on the letter before it', 'e\u0301a\rx', 'xa'],
    ['a mark that stands on a wide character', '漢\u0301\rxy', 'xy'],
    ['a tab in a line that is redrawn', 'a\tb\rc', 'c\tb'],
  ])('%s', (_title, line, result) => expect(shown(line)).toBe(result))

  test.each([
    '\u001b[1A',
    '\u001b[2J',
    '\u001b[10G',
    '\u001b[?1049h',
    '\u001b]0;title\u0007',
    '\u001b]8;;https://evil.test\u0007',
    '\u001b]52;c;cHduZWQ=\u0007',
    '\u001bP+q544e\u001b\\',
    '\u001b_Gf=100;AAAA\u001b\\',
    '\u001bc',
    '\u009b31m',
    `\u001b[${'1;'.repeat(40)}m`,
    '\u001b[3Km',
  ])('what moves elsewhere stays in the text: %j', (sequence) => {
    expect(shown(`a${sequence}b`)).toBe(`a${sequence}b`)
  })

  test('a line without movements loses its colours alone', () => {
    const part = fc.constantFrom(
      'a',
      ' ',
      '漢',
      '\u001b[31m',
      '\u001b[0m',
      '\u001b[38;5;9m',
      '\u001b]x',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        // oxlint-disable-next-line no-control-regex
        expect(shown(parts.join(''))).toBe(parts.join('').replaceAll(/\u001b\[[\d;]*m/g, ''))
      }),
    )
  })

  test('a redrawn line is as wide as what was written widest', () => {
    const part = fc.constantFrom(
      'a',
      'bcd',
      '漢',
      '\r',
      '\b',
      '\u001b[K',
      '\u001b[1K',
      '\u001b[2K',
      '\u001b[31m',
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = shown(parts.join(''))
        expect(text).toMatch(/^[ abcd漢]*$/)
        expect(Array.from(text).length).toBeLessThanOrEqual(parts.length * 3)
      }),
    )
  })
})

describe('the colours of an output', () => {
  test.each([
    ['\u001b[31mx', 'output-red: x'],
    ['\u001b[1;32mx', 'output-green: x'],
    ['\u001b[93mx', 'output-yellow: x'],
    ['\u001b[1mx', 'output-bold: x'],
    ['\u001b[38;5;21mx', 'output-blue: x'],
    ['\u001b[38;5;201mx', 'output-magenta: x'],
    ['\u001b[38;5;14mx', 'output-cyan: x'],
    ['\u001b[38;2;255;140;0mx', 'output-yellow: x'],
    ['\u001b[38:2::255:0:0mx', 'output-red: x'],
    ['\u001b[38:5:2mx', 'output-green: x'],
    ['\u001b[31;39mx', 'plain: x'],
    ['\u001b[31;mx', 'plain: x'],
    ['\u001b[1;22mx', 'plain: x'],
    ['\u001b[38;2;9;9;9;1mx', 'output-bold: x'],
  ])('%j', (line, result) => expect(tones(line)).toEqual([result]))

  test.each([
    '8',
    '30',
    '30;40',
    '37;47',
    '90;100',
    '7',
    '5',
    '38;5;0',
    '38;5;232',
    '38;2;0;0;0;48;2;0;0;0',
    '48;5;1',
  ])('none of them hides text: %s', (parameters) =>
    expect(tones(`\u001b[${parameters}mx`)).toEqual(['plain: x']),
  )

  test('stay switched on for the lines that follow, also over lines that nobody looks at', () => {
    const { ink } = outputLine('a\u001b[31mb', noInk)
    expect(outputLine('c', ink).pieces).toEqual([{ text: 'c', tone: 'output-red' }])
    const line = fc.array(
      fc.constantFrom('a', '\u001b[31m', '\u001b[0m', '\u001b[1m', '\u001b[39m', '\r', '\b'),
    )
    fc.assert(
      fc.property(fc.array(line.map((parts) => parts.join(''))), (lines) => {
        const drawn = lines.reduce<Ink>((before, each) => outputLine(each, before).ink, noInk)
        expect(inkAfter(lines, noInk)).toEqual(drawn)
      }),
    )
  })

  test('belong to the characters that are left when a line is redrawn', () => {
    expect(tones('\u001b[31mabcdef\r\u001b[32mxy\u001b[0m')).toEqual(['output-green: xy', 'output-red: cdef'])
  })
})
