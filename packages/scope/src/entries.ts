/**
 * Named values of one layer in insertion order. Iteration is live within one non-empty generation: what is
 * added meanwhile is seen, unless everything was removed in between.
 */
export class NamedEntries<T> {
  private entries = new Map<string, T>()

  /** How many there are. */
  get size(): number {
    return this.entries.size
  }

  /** The value of a name. */
  get(name: string): T | undefined {
    return this.entries.get(name)
  }

  /** Whether the name is taken. */
  has(name: string): boolean {
    return this.entries.has(name)
  }

  /**
   * Adds a value under a free name.
   * @returns its undo, which may be called again without effect.
   * @throws when the name is taken.
   */
  insert(name: string, value: T): () => void {
    if (this.entries.has(name)) throw new Error(`"${name}" is taken`)
    const generation = this.entries
    generation.set(name, value)
    let present = true
    return () => {
      if (!present) return
      present = false
      generation.delete(name)
      if (generation.size === 0) this.entries = new Map()
    }
  }

  /** Names and values in insertion order. */
  [Symbol.iterator](): IterableIterator<[string, T]> {
    return this.entries.entries()
  }
}

/** Values without names, in insertion order; the same value may stand in it twice. Iteration is live likewise. */
export class AnonymousEntries<T> {
  private entries = new Set<{ readonly value: T }>()

  /** How many there are. */
  get size(): number {
    return this.entries.size
  }

  /** Adds a value and returns its undo, which may be called again without effect. */
  add(value: T): () => void {
    const generation = this.entries
    const entry = { value }
    generation.add(entry)
    return () => {
      if (generation.delete(entry) && generation.size === 0) this.entries = new Set()
    }
  }

  /** The values in insertion order. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (const entry of this.entries) yield entry.value
  }
}
