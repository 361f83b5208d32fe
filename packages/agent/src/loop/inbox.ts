import type { UserMessage } from '@millrace/protocol'
import { follow } from './follow.ts'

/** In place of a message: the turn that was cut off goes on. */
export const goOn: unique symbol = Symbol('go on')

/** A message that waits for its turn, or the wish that a turn that was cut off goes on. */
export interface Waiting<R> {
  readonly message: UserMessage | typeof goOn
  readonly signal: AbortSignal | undefined
  readonly resolve: (result: R) => void
}

/** Messages in the order in which they came; one whose signal aborts leaves. */
export class Inbox<R> {
  readonly #waiting = new Map<Waiting<R>, () => void>()

  /** @param left - told where the signal aborted while the message waited. */
  add(waiting: Waiting<R>, left: () => void): void {
    this.#waiting.set(waiting, () => undefined)
    const unfollow = follow(waiting.signal, () => {
      if (this.#waiting.delete(waiting)) left()
    })
    if (this.#waiting.has(waiting)) this.#waiting.set(waiting, unfollow)
  }

  /** Takes the first one out. */
  next(): Waiting<R> | undefined {
    for (const [waiting, unfollow] of this.#waiting) {
      unfollow()
      this.#waiting.delete(waiting)
      return waiting
    }
    return undefined
  }
}
