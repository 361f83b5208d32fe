import { expect, test } from 'vitest'
import { backOff } from './pause.ts'

test('tries are further apart from time to time, and never more than five seconds', () => {
  const longest = [0, 1, 2, 3, 4, 5, 50].map((failures) => backOff(failures, () => 1))
  expect(longest).toEqual([300, 600, 1_200, 2_400, 4_800, 5_000, 5_000])
})

test('pages do not all come at once', () => {
  expect(backOff(4, () => 0)).toBe(2_400)
  expect(backOff(4, () => 0.5)).toBe(3_600)
})
