import { describe, expect, test } from 'vitest'
import { TypedWords } from './typed-words.ts'

/** Types keys one by one; named ones stand in brackets. */
function typed(words: TypedWords, ...keys: readonly string[]): (string | undefined)[] {
  return keys.map((key) => {
    const [, ctrl, named] = /^<(\^?)(\w+)>$/.exec(key) ?? []
    const name = named ?? key
    return words.take({
      text: named === undefined ? key : undefined,
      key: { name, ctrl: ctrl === '^', meta: false, shift: false, sequence: key },
    })
  })
}

describe('words that are typed while a turn runs', () => {
  test('are a line once Enter ends it, and then a new one begins', () => {
    const words = new TypedWords()
    expect(typed(words, 'h', 'i', '<return>').at(-1)).toBe('hi')
    expect(words.text).toBe('')
  })

  test('are none where only blanks stand there', () => {
    expect(typed(new TypedWords(), ' ', '<return>')).toEqual([undefined, undefined])
  })

  test.each([
    [['a', 'b', '<backspace>'], 'a'],
    [['e\u0301', '<backspace>'], ''],
    [['😀', '<backspace>'], ''],
    [['o', 'n', 'e', ' ', 't', 'w', 'o', '<^w>'], 'one '],
    [['o', 'n', 'e', '<^u>', 'x'], 'x'],
    [['a', '<up>', '<^a>', '\u0007', 'b'], 'ab'],
  ])('%j leaves %j', (keys, text) => {
    const words = new TypedWords()
    typed(words, ...keys)
    expect(words.text).toBe(text)
  })
})
