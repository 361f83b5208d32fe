import { follow } from './follow.ts'
import type { Turn } from './turn.ts'

/** How long whoever was told to stop may take to come to an end. */
const graceMs = 2_000

/** What takes the place of an answer that did not come. */
export const stopped: unique symbol = Symbol('the turn was stopped')

/** Waits for models, listeners and people; after the turn was stopped only for a little while. */
export async function untilStopped<T>(turn: Turn, answer: Promise<T>): Promise<T | typeof stopped> {
  const { timers } = turn.agent.runtime
  const answered = new AbortController()
  let unfollow = (): void => undefined
  const gaveUp = new Promise<typeof stopped>((resolve) => {
    unfollow = follow(turn.signal, () => {
      timers.sleep(graceMs, answered.signal).then(
        () => resolve(stopped),
        () => undefined,
      )
    })
  })
  try {
    return await Promise.race([answer, gaveUp])
  } finally {
    unfollow()
    answered.abort()
  }
}
