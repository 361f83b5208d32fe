import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines, type DiffLine } from './diff-lines.ts'

const text = fc.tuple(
  fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }),
  fc.constantFrom('\n', '\r\n'),
  fc.boolean(),
)

type Text = readonly [lines: readonly string[], ending: string, isEnded: boolean]

const written = ([lines, ending, isEnded]: Text): string =>
  lines.join(ending) + (isEnded && lines.length > 0 ? ending : '')

const side = (diff: readonly DiffLine[], left: DiffLine['kind']): string[] =>
  diff.filter(({ kind }) => kind !== left).map(({ text: line }) => line.replace(/\r$/, ''))

describe('diffLines', () => {
  test('loses and invents nothing on either side', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffLines(written(before), written(after))
        expect(side(diff, 'added')).toEqual(before[0])
        expect(side(diff, 'removed')).toEqual(after[0])
      }),
    )
  })

  test('changes nothing where nothing changed', () => {
    fc.assert(
      fc.property(text, (same) => {
        expect(diffLines(written(same), written(same)).every(({ kind }) => kind === 'same')).toBe(true)
      }),
    )
  })

  test('finds the small change in the middle', () => {
    expect(diffLines('a\nb\nc\nd\n', 'a\nx\nc\nd\n')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
      { kind: 'same', text: 'd' },
    ])
  })

  test('tells a last line break that came or went, and is silent about one that neither text has', () => {
    expect(diffLines('a\nb', 'a\nb\n')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b', isUnended: true },
      { kind: 'added', text: 'b' },
    ])
    expect(diffLines('a', 'a\nb')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'added', text: 'b' },
    ])
  })

  test('keeps carriage returns where they changed, and only there', () => {
    expect(diffLines('a\r\nb\r\n', 'a\r\nc\r\n').map(({ text: line }) => line)).toEqual(['a', 'b', 'c'])
    expect(diffLines('a\r\n', 'a\n').map(({ text: line }) => line)).toEqual(['a\r', 'a'])
  })

  test('takes texts with nothing in common for replaced', () => {
    const many = (tag: string): string =>
      Array.from({ length: 20_000 }, (_, index) => `${tag}${index}\n`).join('')
    const diff = diffLines(many('a'), many('b'))
    expect(diff.filter(({ kind }) => kind === 'same')).toEqual([])
    expect(diff).toHaveLength(40_000)
  })
})
