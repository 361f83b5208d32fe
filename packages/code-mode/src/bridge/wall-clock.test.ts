import { manualClock } from '@millrace/host'
import { expect, test } from 'vitest'
import { WallClock } from './wall-clock.ts'

/** A clock whose sleeps are listed, and end when the test says so. */
function bench(limitMs: number) {
  const clock = manualClock()
  const sleeps: { ms: number; wake: () => void; signal: AbortSignal | undefined }[] = []
  let expirations = 0
  const wall = new WallClock({
    limitMs,
    clock,
    timers: { sleep: (ms, signal) => new Promise((wake) => sleeps.push({ ms, wake, signal })) },
    expired: () => (expirations += 1),
  })
  const waits = () => sleeps.filter(({ signal }) => signal?.aborted === false).map(({ ms }) => ms)
  return { clock, sleeps, wall, waits, expirations: () => expirations }
}

test('waits for what is left, and stands still while anybody holds it', async () => {
  const { clock, sleeps, wall, waits, expirations } = bench(100)
  wall.start()
  clock.advance(30)
  wall.hold('a')
  wall.hold('b')
  clock.advance(1_000)
  wall.letGo('a')
  expect(waits()).toEqual([])
  wall.letGo('b')
  wall.letGo('b')
  expect(waits()).toEqual([70])
  for (const { wake } of sleeps) wake()
  await Promise.resolve()
  expect(expirations()).toBe(1)
})

test('does not begin while it is held, and never again after its end', () => {
  const { wall, waits } = bench(100)
  wall.hold('a')
  wall.start()
  expect(waits()).toEqual([])
  wall.stop()
  wall.letGo('a')
  wall.start()
  expect(waits()).toEqual([])
})
