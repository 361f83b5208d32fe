import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { added, collected, emptyList, filledList, itemAt, itemsOf, replaced, type List } from './list.ts'

const listOf = (items: readonly number[]): List<number> => items.reduce<List<number>>(added, emptyList)

describe('a list', () => {
  test('does what an array does, at every size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_200 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        (size, changes) => {
          const array = Array.from({ length: size }, (_, index) => index)
          const list = listOf(array)
          expect(list.size).toBe(size)
          expect(itemsOf(list)).toEqual(array)
          for (const change of changes) {
            const index = change % size
            expect(itemAt(list, index)).toBe(index)
            expect(itemsOf(replaced(list, index, -1))).toEqual(array.with(index, -1))
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('leaves its earlier versions as they were', () => {
    const before = listOf([1, 2, 3])
    added(before, 4)
    replaced(before, 0, 9)
    expect(itemsOf(before)).toEqual([1, 2, 3])
  })

  test('can be filled with one item', () => {
    const list = filledList(1, 'a')
    expect([list.size, itemsOf(list).length, itemAt(list, 1_023)]).toEqual([1_024, 1_024, 'a'])
    expect(itemAt(replaced(list, 700, 'b'), 700)).toBe('b')
  })

  test('is collected anew only where it changed', () => {
    let asked = 0
    const twice = (item: number): number => {
      asked++
      return 2 * item
    }
    const array = Array.from({ length: 10_000 }, (_, index) => index)
    const list = listOf(array)
    expect(collected(list, twice)).toEqual(array.map((each) => 2 * each))
    const changed = added(replaced(list, 5_000, -1), 10_000)
    asked = 0
    expect(collected(changed, twice)).toEqual([...array.with(5_000, -1), 10_000].map((each) => 2 * each))
    expect(asked).toBeLessThanOrEqual(2 * 32)
    expect(collected(changed, twice)).toBe(collected(changed, twice))
  })
})
