import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PathStep, Place } from './path.ts'
import { PathPrinter, printPath, stepsOf } from './path.ts'

const placeOf = (steps: readonly PathStep[]): Place | undefined =>
  steps.reduce<Place | undefined>((around, step) => ({ around, step }), undefined)

describe('PathPrinter', () => {
  test('prints as printPath does', () => {
    const step = fc.oneof(
      fc.nat(),
      fc.string({ unit: fc.constantFrom('a', '.', '😀'), maxLength: 8 }),
      fc.constantFrom('😀'.repeat(300), 'x'.repeat(449), 'y'.repeat(5_000)),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.array(step, { maxLength: 2 }), (steps, further) => {
        const paths = new PathPrinter('root')
        const place = placeOf(steps)
        expect(paths.print(place, further)).toBe(printPath([...stepsOf(place), ...further], 'root'))
        expect(paths.print(place)).toBe(printPath(steps, 'root'))
        expect(paths.print(place?.around)).toBe(printPath(steps.slice(0, -1), 'root'))
      }),
      { numRuns: 500 },
    )
  })
})
