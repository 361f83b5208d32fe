import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marked } from './marked.ts'

test('words are marked whatever their case', () => {
  expect(marked('Retry the retry', 'retry')).toEqual([
    { text: 'Retry', isFound: true },
    { text: ' the ', isFound: false },
    { text: 'retry', isFound: true },
  ])
})

test('signs that mean something in a pattern are words, too', () => {
  expect(marked('a.b (c)', '. (c')).toEqual([
    { text: 'a', isFound: false },
    { text: '.', isFound: true },
    { text: 'b ', isFound: false },
    { text: '(c', isFound: true },
    { text: ')', isFound: false },
  ])
})

test('no text is lost or changed, whatever is searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, words) => {
      expect(
        marked(text, words)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
