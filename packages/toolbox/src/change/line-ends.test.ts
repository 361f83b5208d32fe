import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { LineEndView, withLineEnd } from './line-ends.ts'

const text = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\r\n', '😀'), maxLength: 30 })

describe('LineEndView', () => {
  verifies(
    ['fault:B084'],
    'shows CRLF as LF, keeps a lone CR, and finds every place in the source again',
    () => {
      fc.assert(
        fc.property(text, (source) => {
          const view = LineEndView.of(source)
          expect(view.text).toBe(source.replaceAll('\r\n', '\n'))
          for (let at = 0; at <= view.text.length; at += 1) {
            expect(LineEndView.of(source.slice(0, view.sourceOf(at))).text).toBe(view.text.slice(0, at))
          }
          expect(view.sourceOf(view.text.length)).toBe(source.length)
        }),
        { numRuns: 1000 },
      )
    },
  )

  test('tells how most lines end, and those of a part', () => {
    expect(LineEndView.of('a\r\nb\r\nc\n').usualEnd).toBe('\r\n')
    expect(LineEndView.of('a\r\nb\n').usualEnd).toBe('\n')
    expect(LineEndView.of('a').usualEnd).toBe('\n')
    expect(LineEndView.of('a\r\nb\r\nc\n').pairsWithin(2, 6)).toBe(1)
    expect(LineEndView.exact('a\r\nb').text).toBe('a\r\nb')
  })

  test('writes line ends without doubling those that are there', () => {
    expect(withLineEnd('a\nb\r\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\rd')
    expect(withLineEnd('a\nb\r\n', '\n')).toBe('a\nb\r\n')
  })
})
