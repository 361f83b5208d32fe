import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { longestWait, Playback } from './playback.ts'

/** A playback of events at these times, whose waits are told and end when they are asked to. */
function played(times: readonly number[]) {
  const moment = signal<number | undefined>(undefined)
  let waiting: { run: () => void; ms: number } | undefined
  const later = (run: () => void, ms: number) => {
    const own = { run, ms }
    waiting = own
    return () => {
      if (waiting === own) waiting = undefined
    }
  }
  const events = { length: times.length, timeAt: (index: number) => times[index]! }
  const playback = new Playback(events, moment, later)
  const tick = (): number => {
    const { run, ms } = waiting!
    waiting = undefined
    run()
    return ms
  }
  return { playback, moment, tick, isWaiting: () => waiting !== undefined }
}

describe('Playback', () => {
  it('plays from the start in its own time, and is live at the end', () => {
    const { playback, moment, tick, isWaiting } = played([0, 100, 400])
    playback.play()
    expect(moment.value).toBe(0)
    expect([tick(), moment.value]).toEqual([0, 1])
    expect([tick(), moment.value]).toEqual([100, 2])
    expect(tick()).toBe(300)
    expect([moment.value, playback.playing.value, isWaiting()]).toEqual([undefined, false, false])
  })

  it('plays four times as fast', () => {
    const { playback, tick } = played([0, 100, 400])
    playback.setSpeed(4)
    playback.play()
    expect([tick(), tick(), tick()]).toEqual([0, 25, 75])
  })

  it('shows at once what happened within one picture', () => {
    const { playback, moment, tick } = played([0, 1, 2, 3, 500])
    playback.play()
    tick()
    expect(moment.value).toBe(4)
  })

  it('cuts long waits short, and says how long they were', () => {
    const { playback, tick } = played([0, 60_000])
    playback.play()
    tick()
    expect(playback.shortened.value).toBe(60_000)
    expect(tick()).toBe(longestWait)
    expect(playback.shortened.value).toBeUndefined()
  })

  it('goes through a log of any length in less than a second when it is instant', () => {
    const { playback, tick, isWaiting } = played(Array.from({ length: 100_000 }, (_, at) => at * 1_000))
    playback.setSpeed('instant')
    playback.play()
    let ms = 0
    while (isWaiting()) ms += tick()
    expect(ms).toBeLessThan(1_000)
  })

  it('goes on from where somebody puts it, and stands still when it is paused', () => {
    const { playback, moment, tick, isWaiting } = played([0, 100, 200, 300])
    playback.play()
    playback.seek(2)
    expect([tick(), moment.value]).toEqual([100, 3])
    playback.pause()
    expect([isWaiting(), moment.value]).toEqual([false, 3])
    playback.play()
    tick()
    expect(moment.value).toBeUndefined()
  })
})
