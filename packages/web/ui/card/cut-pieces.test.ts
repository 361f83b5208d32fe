import { expect, test } from 'vitest'
import { cutPieces } from './cut-pieces.ts'

test('a line is cut between characters, and what is hidden is counted in characters', () => {
  const pieces = [
    { text: 'ab', tone: 'plain' as const },
    { text: '😀😀😀', tone: 'strong' as const },
  ]
  expect(cutPieces(pieces, 5)).toEqual({ pieces: [pieces[0], { text: '😀', tone: 'strong' }], hidden: 2 })
  expect(cutPieces(pieces, 7)).toEqual({ pieces, hidden: 0 })
})
