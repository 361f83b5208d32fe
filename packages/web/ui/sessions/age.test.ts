import { expect, test } from 'vitest'
import { ageOf } from './age.ts'

const now = 1_700_000_000_000

test.each([
  [0, { unit: 'now' }],
  [59_999, { unit: 'now' }],
  [60_000, { unit: 'minutes', amount: 1 }],
  [3_599_999, { unit: 'minutes', amount: 59 }],
  [3_600_000, { unit: 'hours', amount: 1 }],
  [86_399_999, { unit: 'hours', amount: 23 }],
  [86_400_000, { unit: 'days', amount: 1 }],
  [7 * 86_400_000, { unit: 'date' }],
  [-5_000, { unit: 'now' }],
])('%i ms ago is %o', (ms, age) => {
  expect(ageOf(now - ms, now)).toEqual(age)
})
