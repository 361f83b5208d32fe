import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines, type DiffLine } from './diff-lines.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })

const side = (diff: readonly DiffLine[], left: DiffLine['kind']): string[] =>
  diff.filter(({ kind }) => kind !== left).map(({ text }) => text)

describe('diffLines', () => {
  test('loses and invents nothing on either side', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before, after)
        expect(side(diff, 'added')).toEqual(before)
        expect(side(diff, 'removed')).toEqual(after)
      }),
    )
  })

  test('changes nothing where nothing changed', () => {
    fc.assert(fc.property(lines, (same) => diffLines(same, same).every(({ kind }) => kind === 'same')))
  })

  test('finds the small change in the middle', () => {
    expect(diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd'])).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
      { kind: 'same', text: 'd' },
    ])
  })

  test('stays quick on texts with nothing in common', () => {
    const many = (tag: string): string[] => Array.from({ length: 20_000 }, (_, index) => `${tag}${index}`)
    const started = performance.now()
    const diff = diffLines(many('a'), many('b'))
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(diff.filter(({ kind }) => kind === 'same')).toEqual([])
    expect(diff).toHaveLength(40_000)
  })
})
