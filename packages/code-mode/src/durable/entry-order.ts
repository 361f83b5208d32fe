import type { JournalEntry } from '../contract/run-store.ts'

/** What can happen in a run: calls are made in the order of their ids, each begins once at most, and none does anything after its end. */
export class EntryOrder {
  #lastMade = 0
  readonly #begun = new Map<number, boolean>()

  /** Whether an entry can follow those that were taken. */
  takes({ kind, id }: JournalEntry): boolean {
    if (kind === 'ended') return this.#begun.delete(id)
    if (kind === 'started') {
      if (this.#begun.get(id) !== false) return false
      this.#begun.set(id, true)
      return true
    }
    if (id <= this.#lastMade) return false
    this.#lastMade = id
    this.#begun.set(id, false)
    return true
  }
}
