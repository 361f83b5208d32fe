import type { SessionLog } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'

/** All events of one session for one listener: those that came before it listens are kept for it. */
export class EventFeed {
  #kept: SessionEvent[] = []
  #listener: ((event: SessionEvent) => void) | undefined

  /** Takes the log in when it is opened, with what it holds. */
  readonly open = (log: SessionLog, past: readonly SessionEvent[]): void => {
    for (const event of past) this.#kept.push(event)
    log.watch((event) => {
      if (this.#listener === undefined) this.#kept.push(event)
      else this.#listener(event)
    })
  }

  /** Tells the listener what was kept, and then what comes. @returns its undo. */
  readonly watch = (listener: (event: SessionEvent) => void): (() => void) => {
    const kept = this.#kept
    this.#kept = []
    this.#listener = listener
    for (const event of kept) listener(event)
    return () => {
      this.#listener = () => {}
    }
  }
}
