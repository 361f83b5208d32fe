import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

const chance = fc.double({ min: 0, max: 0.999, noNaN: true })

test('grows, stays within a minute, and is never shorter than what was asked for up to there', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.option(fc.integer({ min: 0, max: 60_000 })),
      chance,
      (made, asked, random) => {
        const delay = backoff(made, asked ?? undefined, random)
        expect(delay).toBeGreaterThanOrEqual(Math.max(500, asked ?? 0))
        expect(delay).toBeLessThanOrEqual(60_000)
        expect(backoff(made + 1, asked ?? undefined, random)).toBeGreaterThanOrEqual(delay)
      },
    ),
  )
})
