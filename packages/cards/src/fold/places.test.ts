import { describe, expect, test } from 'vitest'
import { noPlaces, placeOf, withPlace, type Place } from './places.ts'

const among = (...places: readonly Place[]): Place | undefined =>
  placeOf(
    places.reduce((table, place) => withPlace(table, 'c', place), noPlaces),
    'c',
  )

describe('places', () => {
  test('are found by their ids, also by those that share a bucket', () => {
    const ids = Array.from({ length: 70_000 }, (_, index) => `call-${index}`)
    const table = ids.reduce((places, id, index) => withPlace(places, id, [index]), noPlaces)
    expect(ids.every((id, index) => placeOf(table, id)?.[0] === index)).toBe(true)
    expect(placeOf(table, 'call-70000')).toBeUndefined()
  })

  test.each([
    [[[1], [2]], [2]],
    [[[2], [1, 7]], [2]],
    [[[1, 7], [1]], [1]],
    [[[1], [1, 7]], [1]],
    [
      [
        [1, 7],
        [1, 3, 9],
      ],
      [1, 7],
    ],
    [
      [
        [0, 2],
        [1, 0],
      ],
      [1, 0],
    ],
  ] as const)(
    'of %j with one id, the last in the session is meant, in whatever order they came',
    (places, last) => {
      expect(among(...places)).toEqual(last)
      expect(among(...places.toReversed())).toEqual(last)
    },
  )
})
