import { expect, test } from 'vitest'
import { redirects } from './redirects.ts'

test.each([
  ['echo a > b', ['b']],
  ['echo a >>b 2>c &>d >|e', ['b', 'c', 'd', 'e']],
  ['a > "b c" > \'d e\'', ['"b c"', "'d e'"]],
  ['a > b; c > b', ['b']],
  ['a > $HOME/x', ['$HOME/x']],
  ['echo "a > b" \'c > d\' e\\>f', []],
  ['a 2>&1 >/dev/null >&2', []],
  ['a < b', []],
  ['', []],
])('%s', (command, found) => {
  expect(redirects(command)).toEqual(found)
})

test('takes no longer for what is hostile', () => {
  for (const piece of ['"', "'", '> ', '>', '\\"', '"\\', '2>&', "'>"]) {
    expect(Array.isArray(redirects(piece.repeat(30_000)))).toBe(true)
  }
}, 30_000)
