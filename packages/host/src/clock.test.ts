import { describe, expect, test } from 'vitest'
import { fixedClock, manualClock, systemClock } from './clock.ts'

describe('systemClock', () => {
  test('tells the time of the machine, and durations that never go back', () => {
    const before = Date.now()
    expect(systemClock.now()).toBeGreaterThanOrEqual(before)
    expect(systemClock.now()).toBeLessThanOrEqual(Date.now())
    const readings = Array.from({ length: 100 }, () => systemClock.monotonic())
    expect(readings).toEqual(readings.toSorted((a, b) => a - b))
  })
})

describe('fixedClock', () => {
  test('stands still', () => {
    const clock = fixedClock(1_700_000_000_000)
    expect([clock.now(), clock.monotonic(), clock.now()]).toEqual([1_700_000_000_000, 0, 1_700_000_000_000])
  })
})

describe('manualClock', () => {
  test('moves when it is told to', () => {
    const clock = manualClock(1000)
    clock.advance(5)
    clock.advance(0.5)
    expect([clock.now(), clock.monotonic()]).toEqual([1005.5, 5.5])
  })

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to advance by %s', (milliseconds) => {
    const clock = manualClock()
    expect(() => clock.advance(milliseconds)).toThrow(RangeError)
    expect(clock.now()).toBe(0)
  })
})
