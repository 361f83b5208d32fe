import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { onAbort } from './on-abort.ts'

describe('onAbort', () => {
  verifies(['fault:B045'], 'puts one listener on a signal, however many wait, and takes it away', () => {
    const { signal } = new AbortController()
    const leave = Array.from({ length: 100 }, () => onAbort(signal, () => undefined))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for (const each of leave) each()
    expect(getEventListeners(signal, 'abort')).toEqual([])
    for (const each of leave) each()
    const again = onAbort(signal, () => undefined)
    for (const each of leave) each()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    again()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('calls back at once where the signal has aborted, and leaves nothing there', () => {
    const signal = AbortSignal.abort()
    let called = 0
    onAbort(signal, () => (called += 1))()
    expect(called).toBe(1)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('calls all who still wait, once, in the order in which they came', () => {
    const controller = new AbortController()
    const { signal } = controller
    const called: string[] = []
    const note = (name: string) => () => void called.push(name)
    onAbort(signal, note('a'))
    const left = onAbort(signal, note('b'))
    onAbort(signal, note('c'))
    left()
    controller.abort()
    signal.dispatchEvent(new Event('abort'))
    expect(called).toEqual(['a', 'c'])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
