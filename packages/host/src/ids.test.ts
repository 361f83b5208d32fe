import { describe, expect, test } from 'vitest'
import { countingIds, randomIds } from './ids.ts'

describe('randomIds', () => {
  test('never repeats, and fits every provider', () => {
    const ids = Array.from({ length: 10_000 }, () => randomIds.next('call'))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^call_[0-9a-f]{32}$/)
    expect(randomIds.next()).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('countingIds', () => {
  test('counts over all prefixes, each source for itself', () => {
    const ids = countingIds()
    expect([ids.next('call'), ids.next('call'), ids.next('run'), ids.next()]).toEqual([
      'call_1',
      'call_2',
      'run_3',
      '4',
    ])
    expect(countingIds().next('call')).toBe('call_1')
  })
})
