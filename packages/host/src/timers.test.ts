import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { systemTimers } from './timers.ts'

describe('systemTimers', () => {
  test('waits at least as long as it is told to', async () => {
    const begin = performance.now()
    await systemTimers.sleep(20)
    // Timers count whole milliseconds.
    expect(performance.now() - begin).toBeGreaterThanOrEqual(19)
  })

  test('waits for the next turn of the event loop where there is no time to wait', async () => {
    const order: string[] = []
    const slept = Promise.all([systemTimers.sleep(0), systemTimers.sleep(-5)]).then(() => order.push('slept'))
    await Promise.resolve()
    order.push('microtask')
    await slept
    expect(order).toEqual(['microtask', 'slept'])
  })

  test('takes a wait that is too long for a timer as a long one, not as none', async () => {
    const controller = new AbortController()
    const endless = systemTimers.sleep(1e12, controller.signal)
    await systemTimers.sleep(5)
    controller.abort('enough')
    await expect(endless).rejects.toBe('enough')
  })

  test('ends early with the reason of the signal, at once where that has come already', async () => {
    const controller = new AbortController()
    const waiting = systemTimers.sleep(60_000, controller.signal)
    controller.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    await expect(systemTimers.sleep(60_000, controller.signal)).rejects.toBe('enough')
  })

  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    for (let round = 0; round < 50; round++) await systemTimers.sleep(0, signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
