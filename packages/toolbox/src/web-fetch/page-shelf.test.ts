import { manualClock } from '@millrace/host'
import { describe, expect, test } from 'vitest'
import { fetchLimits } from './limits.ts'
import { PageShelf } from './page-shelf.ts'

describe('PageShelf', () => {
  test('keeps the last few pages', () => {
    const shelf = new PageShelf<string>(manualClock(0))
    for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) shelf.put(key, { value: key, units: 1 })
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => shelf.take(key))).toEqual(['a', undefined, 'c', 'd', 'e'])
  })

  test('keeps no more text than it may, even of a single page', () => {
    const shelf = new PageShelf<string>(manualClock(0))
    shelf.put('a', { value: 'a', units: fetchLimits.keptUnits - 10 })
    shelf.put('b', { value: 'b', units: 20 })
    expect([shelf.take('a'), shelf.take('b')]).toEqual([undefined, 'b'])
    shelf.put('c', { value: 'c', units: fetchLimits.keptUnits + 1 })
    expect([shelf.take('b'), shelf.take('c')]).toEqual([undefined, undefined])
  })

  test('keeps a page for a while', () => {
    const clock = manualClock(0)
    const shelf = new PageShelf<string>(clock)
    shelf.put('a', { value: 'a', units: 1 })
    clock.advance(fetchLimits.keptMs - 1)
    expect(shelf.take('a')).toBe('a')
    clock.advance(1)
    expect(shelf.take('a')).toBeUndefined()
  })
})
