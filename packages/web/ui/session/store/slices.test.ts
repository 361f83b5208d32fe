import { expect, test } from 'vitest'
import { Slices, type SliceClock } from './slices.ts'

/** A clock on which each look takes a millisecond; `turns` counts how often others had theirs. */
function slowClock(): SliceClock & { turns: number } {
  let time = 0
  return {
    turns: 0,
    now: () => time++,
    async turn() {
      this.turns++
      await Promise.resolve()
    },
  }
}

function failed(error: unknown): never {
  throw error
}

test('work is done in the order in which it was added, in slices', async () => {
  const clock = slowClock()
  const done: number[] = []
  const slices = new Slices(clock, failed)
  slices.add([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (each) => done.push(each))
  slices.add([11, 12], (each) => done.push(each))
  await new Promise<void>((ended) => slices.add([undefined], ended))
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(clock.turns).toBeGreaterThan(0)
})

test('no slice is longer than its time by more than one step', () => {
  const done: number[] = []
  const slices = new Slices({ ...slowClock(), turn: () => new Promise(() => {}) }, failed)
  slices.add(
    Array.from({ length: 100 }, (_, index) => index),
    (each) => done.push(each),
  )
  expect(done.length).toBeLessThanOrEqual(9)
})

test('what a step throws is told, and nothing is done after it', async () => {
  const done: string[] = []
  const told = await new Promise((tell) => {
    const slices = new Slices(slowClock(), tell)
    slices.add(['a', 'b'], (each) => {
      done.push(each)
      throw new Error(each)
    })
    slices.add(['c'], (each) => done.push(each))
  })
  expect(told).toEqual(new Error('a'))
  expect(done).toEqual(['a'])
})

test('stopped slices do nothing more', async () => {
  const clock = slowClock()
  const done: number[] = []
  const slices = new Slices(clock, failed)
  slices.add(
    Array.from({ length: 50 }, (_, index) => index),
    (each) => done.push(each),
  )
  slices.stop()
  const before = done.length
  await Promise.resolve()
  slices.add([1], (each) => done.push(each))
  expect(done.length).toBe(before)
})
