/** The entries that were set last, so that what is remembered is bounded. */
export class LastEntries<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Sets one, which is the last one to be forgotten then. */
  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#most) return
    for (const oldest of this.#entries.keys()) return void this.#entries.delete(oldest)
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }
}
