import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundText } from './bound-text.ts'

test('is whole, or a beginning and an end with exact counts of the rest, within the limit', () => {
  const unit = fc.constantFrom('a', 'ä', '漢', '😀', '\n')
  const anyText = fc.array(unit, { maxLength: 3_000 }).map((units) => units.join(''))
  fc.assert(
    fc.property(anyText, fc.integer({ min: 500, max: 4_000 }), (text, limit) => {
      const bounded = boundText(text, limit)
      expect(Buffer.byteLength(bounded)).toBeLessThanOrEqual(Math.max(limit, 0))
      if (Buffer.byteLength(text) <= limit) {
        expect(bounded).toBe(text)
        return
      }
      expect(bounded.isWellFormed()).toBe(true)
      const parts = /^([^]*)\n\[left out here: (\d+) of (\d+) bytes, with (\d+) line ends;.*\]\n([^]*)$/.exec(
        bounded,
      )
      const [, head = '', left, all, lineEnds, tail = ''] = parts ?? []
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
      expect(Number(all)).toBe(Buffer.byteLength(text))
      const middle = text.slice(head.length, text.length - tail.length)
      expect([Number(left), Number(lineEnds)]).toEqual([
        Buffer.byteLength(middle),
        middle.split('\n').length - 1,
      ])
    }),
  )
})
