import type { Entry } from './conversation.ts'

/**
 * Entries as they were logged, never changed by whoever holds them: adding one gives a new list that shares the old
 * one's memory, for as long as each list grows only once.
 */
export class EntryLog {
  readonly #shared: Entry[]
  readonly #size: number

  constructor(entries: Entry[] = []) {
    this.#shared = entries
    this.#size = entries.length
  }

  /** The list with one more entry. */
  added(entry: Entry): EntryLog {
    // The empty list is shared by all, so it does not grow itself.
    const isLast = this.#size > 0 && this.#shared.length === this.#size
    const shared = isLast ? this.#shared : this.#shared.slice(0, this.#size)
    shared.push(entry)
    return new EntryLog(shared)
  }

  /** The entries from an event on; the memory of those before it is given back. */
  from(seq: number): EntryLog {
    return new EntryLog(Array.from(this).filter((entry) => entry.seq >= seq))
  }

  *[Symbol.iterator](): IterableIterator<Entry> {
    for (let at = 0; at < this.#size; at++) yield this.#shared[at]!
  }
}
