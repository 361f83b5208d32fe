import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alarm } from './alarm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([1, 1000, 2 ** 31 - 1, 2 ** 31, 2 ** 33])('rings once after %d ms', (ms) => {
  const ring = vi.fn()
  alarm(ms, ring)
  vi.advanceTimersByTime(ms - 1)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2)
  expect(ring).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('that is ended never rings, and leaves nothing behind, however far it has come', () => {
  const ring = vi.fn()
  for (const ms of [0, 2 ** 31 + 10]) {
    const end = alarm(2 ** 32, ring)
    vi.advanceTimersByTime(ms)
    end()
    expect(vi.getTimerCount()).toBe(0)
  }
  expect(ring).not.toHaveBeenCalled()
})
