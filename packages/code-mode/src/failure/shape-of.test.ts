import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shapeOf } from './shape-of.ts'

describe('shapeOf', () => {
  test.each([
    [
      'a list in an object',
      { items: Array(50).fill({ id: 1, title: 'a' }), next: null },
      '{items[50]{id,title},next}',
    ],
    ['a list of texts', ['a', 'b'], '[2] of string'],
    ['a list of this and that', [1, null], '[2] of number|null'],
    ['an empty list', [], '[0]'],
    ['lists in a list', [[1, 2], [3]], '[2][2] of number'],
    ['objects that differ', [{ a: 1 }, { b: { c: 1 } }], '[2]{a,b{c}}'],
    ['deep objects', { a: { b: { c: { d: 1 }, e: [1] } } }, '{a{b{c{…},e[1]}}}'],
    ['a text', 'four', 'string(4)'],
    ['nothing', null, 'null'],
    ['a number', 4, 'number'],
    ['strange names', { 'a-b': 1, '\u202e': 2 }, '{"a-b","\\\\u{202e}"}'],
    ['many names', Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`n${n}`, n])), undefined],
  ])('%s', (title, value, shape) => {
    if (title === 'many names') expect(shapeOf(value)).toMatch(/^\{n0,.*,n11,\+8 more\}$/)
    else expect(shapeOf(value)).toBe(shape)
  })

  test('is bounded and in one line, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const shape = shapeOf(value as never)
        expect(shape.length).toBeLessThanOrEqual(160)
        expect(shape).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})
