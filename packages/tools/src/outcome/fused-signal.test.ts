import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { FusedSignal } from './fused-signal.ts'

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length

describe('FusedSignal', () => {
  test('passes on the reason of whichever aborts first, once somebody asked for the signal', () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const fused = new FusedSignal(first.signal, second.signal)
    const { signal } = fused
    second.abort('second')
    first.abort('first')
    expect([signal.aborted, signal.reason, fused.reason]).toEqual([true, 'second', 'second'])
  })

  test('gives the reason of the first source where nobody asked before both aborted', () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const fused = new FusedSignal(first.signal, second.signal)
    second.abort('second')
    expect([fused.aborted, fused.reason]).toEqual([true, 'second'])
    first.abort('first')
    expect([fused.reason, fused.signal.reason]).toEqual(['first', 'first'])
  })

  test('follows nothing where one of the sources cannot be followed, and is no signal that never aborts', () => {
    const first = new AbortController()
    const foreign = new AbortController().signal
    foreign.addEventListener = () => {
      throw new Error('no listeners here')
    }
    const fused = new FusedSignal(first.signal, foreign)
    expect(() => fused.signal).toThrow('no listeners here')
    expect(listeners(first.signal)).toBe(0)
    // The next who asks is told as well.
    expect(() => fused.signal).toThrow('no listeners here')
    first.abort('gone')
    expect([fused.aborted, fused.reason]).toEqual([true, 'gone'])
  })

  test('leaves both when it is released', () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const all = [1, 2, 3].map(() => new FusedSignal(first.signal, second.signal))
    const [kept] = all.map(({ signal }) => signal)
    expect([listeners(first.signal), listeners(second.signal)]).toEqual([1, 1])
    for (const fused of all) fused.release()
    expect([listeners(first.signal), listeners(second.signal)]).toEqual([0, 0])
    first.abort()
    expect(kept?.aborted).toBe(false)
  })
})
