import { expect, test } from 'vitest'
import { firstSentence } from './first-sentence.ts'

test.each([
  ['Reads a file. Text comes as lines.', 'Reads a file.'],
  [
    'Finds files by a pattern: * and ? within a name, ! for all but. Skipped: links.',
    'Finds files by a pattern: * and ? within a name, ! for all but.',
  ],
  ['Really? Yes.', 'Really?'],
  ['For example a.b.c and e.g. this', 'For example a.b.c and e.g. this'],
  ['One line\nand another. Élan.', 'One line\nand another.'],
  ['Only this. ', 'Only this.'],
  ['', ''],
])('the first sentence of %j is %j', (text, first) => {
  expect(firstSentence(text)).toBe(first)
})
