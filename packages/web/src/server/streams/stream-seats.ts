import type { ServerResponse } from 'node:http'
import { WorkbenchError } from '../http/workbench-error.ts'
import { EventStream } from './event-stream.ts'

/** The streams that are open, of which there is only room for so many. */
export class StreamSeats {
  readonly #most: number
  readonly #open = new Set<EventStream>()
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Keeps a place until the undo is called. @throws WorkbenchError `TOO_MANY_STREAMS`.
   */
  take(): { open(response: ServerResponse): EventStream; release(): void } {
    if (this.#taken >= this.#most)
      throw new WorkbenchError(
        'TOO_MANY_STREAMS',
        `${this.#most} streams are open, and there are no more; close pages that are not looked at`,
      )
    this.#taken++
    let opened: EventStream | undefined
    let isReleased = false
    return {
      open: (response) => {
        opened = new EventStream(response)
        this.#open.add(opened)
        return opened
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        this.#taken--
        if (opened !== undefined) this.#open.delete(opened)
      },
    }
  }

  /** Ends all streams. */
  close(): void {
    for (const stream of this.#open) stream.end()
  }
}
