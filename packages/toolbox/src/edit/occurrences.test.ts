import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unitsOf } from '../text/units.ts'
import { Pace } from '../workspace/pace.ts'
import { occurrencesOf, unitOccurrences } from './occurrences.ts'

const pace = new Pace(new AbortController().signal)

describe('occurrencesOf', () => {
  test('counts overlapping places, and returns those that do not overlap', async () => {
    expect(await occurrencesOf('aaaa', 'aa', 9, pace)).toMatchObject({ starts: [0, 2], total: 3 })
    expect(await occurrencesOf('abcabc', 'c', 1, pace)).toMatchObject({ starts: [2], total: 2 })
    expect(await occurrencesOf('abc', 'x', 9, pace)).toMatchObject({ starts: [], total: 0 })
  })

  test('both searches find the same', async () => {
    const word = (maxLength: number, minLength = 0): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength })
    await fc.assert(
      fc.asyncProperty(word(60), word(5, 1), fc.nat(4), async (text, needle, most) => {
        const plain = await occurrencesOf(text, needle, most, pace)
        const { starts, total } = await unitOccurrences(unitsOf(text), unitsOf(needle), most, pace)
        expect({ starts, total }).toEqual({ starts: plain.starts, total: plain.total })
        const naive = text.split('').filter((_, at) => text.startsWith(needle, at)).length
        expect(total).toBe(naive)
      }),
      { numRuns: 2000 },
    )
  })

  test('ends soon for texts that make a naive search quadratic', async () => {
    const text = 'a'.repeat(4_000_000)
    expect((await occurrencesOf(text, `b${'a'.repeat(2_000_000)}`, 9, pace)).total).toBe(0)
    expect((await occurrencesOf(text, 'a'.repeat(2_000_000), 9, pace)).total).toBe(2_000_001)
  })
})
