import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Takes a turn and notes when it came. */
function taker(turns: Turns, log: string[]) {
  return async (key: string, label: string, signal?: AbortSignal) => {
    const end = await turns.take(key, signal)
    log.push(label)
    return end
  }
}

test('a free turn comes at once, and those who wait have theirs in the order of asking', async () => {
  const turns = new Turns()
  const log: string[] = []
  const take = taker(turns, log)
  const first = turns.take('a', undefined)
  expect(first).toBeTypeOf('function')
  const waiting = [take('a', 'second'), take('a', 'third')]
  await settled()
  expect(log).toEqual([])
  ;(first as () => void)()
  ;(await waiting[0])?.()
  ;(await waiting[1])?.()
  expect(log).toEqual(['second', 'third'])
  expect(turns.take('a', undefined)).toBeTypeOf('function')
})

test('one key does not wait for another', () => {
  const turns = new Turns()
  expect(turns.take('a', undefined)).toBeTypeOf('function')
  expect(turns.take('b', undefined)).toBeTypeOf('function')
})

test('who is aborted leaves the queue at once with the reason, and the others go on', async () => {
  const turns = new Turns()
  const log: string[] = []
  const take = taker(turns, log)
  const controller = new AbortController()
  const end = await turns.take('a', undefined)
  const leaving = take('a', 'leaving', controller.signal)
  const staying = take('a', 'staying')
  controller.abort(new Error('stopped'))
  await expect(leaving).rejects.toThrow('stopped')
  end()
  ;(await staying)()
  expect(log).toEqual(['staying'])
  expect(turns.take('a', undefined)).toBeTypeOf('function')
})

test('who was aborted before does not wait, and the others go on', async () => {
  const turns = new Turns()
  const end = await turns.take('a', undefined)
  const reason = new Error('stopped')
  await expect(turns.take('a', AbortSignal.abort(reason))).rejects.toBe(reason)
  const staying = turns.take('a', undefined)
  end()
  ;(await staying)()
  expect(turns.take('a', undefined)).toBeTypeOf('function')
})

test('an abort after the turn has come changes nothing', async () => {
  const turns = new Turns()
  const controller = new AbortController()
  const end = await turns.take('a', undefined)
  const next = turns.take('a', controller.signal)
  const last = turns.take('a', undefined)
  end()
  const endNext = await next
  controller.abort()
  endNext()
  ;(await last)()
  expect(turns.take('a', undefined)).toBeTypeOf('function')
})
