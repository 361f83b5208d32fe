import { expect, test } from 'vitest'
import { count, counted, duration } from './count.ts'
import { linesOf } from './lines.ts'

test('counts have thousands separated and agree with their noun', () => {
  expect([0, 999, 1000, 1234567].map(count)).toEqual(['0', '999', '1,000', '1,234,567'])
  expect([counted(0, 'line'), counted(1, 'match', 'matches'), counted(1200, 'match', 'matches')]).toEqual([
    '0 lines',
    '1 match',
    '1,200 matches',
  ])
})

test.each([
  [-5, '0.00s'],
  [3, '0.00s'],
  [60, '0.06s'],
  [994, '0.99s'],
  [999, '1.0s'],
  [59_900, '59.9s'],
  [59_980, '1m 00s'],
  [125_000, '2m 05s'],
  [3_725_000, '1h 02m'],
])('%d ms reads as %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

test('lines: a final break ends the last line, and both kinds of break count', () => {
  expect(linesOf('')).toEqual([])
  expect(linesOf('a\r\nb\n')).toEqual(['a', 'b'])
  expect(linesOf('a\n\nb')).toEqual(['a', '', 'b'])
  expect(linesOf('one\rtwo')).toEqual(['one\rtwo'])
})
