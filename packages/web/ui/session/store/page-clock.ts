import type { SliceClock } from './slices.ts'

/** The clock of a page. Its turns do not depend on timers, which a browser slows down in a tab that is hidden. */
export const pageClock: SliceClock = {
  now: () => performance.now(),
  turn: () => new Promise((done) => turns.push(done)),
}

const turns = {
  channel: new MessageChannel(),
  waiting: [] as (() => void)[],
  push(done: () => void): void {
    this.waiting.push(done)
    this.channel.port2.postMessage(undefined)
  },
}

turns.channel.port1.onmessage = () => turns.waiting.shift()?.()

/** A picture that never comes, as in a hidden tab, is waited for no longer than so many milliseconds. */
const longestWait = 250

/**
 * Runs something at most once for each picture that the browser shows, and in a hidden tab some times in a second.
 * @returns what asks for it.
 */
export function oncePerPicture(run: () => void): () => void {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    const now = (): void => {
      if (!isAsked) return
      isAsked = false
      cancelAnimationFrame(picture)
      clearTimeout(timer)
      run()
    }
    const picture = requestAnimationFrame(now)
    const timer = setTimeout(now, longestWait)
  }
}
