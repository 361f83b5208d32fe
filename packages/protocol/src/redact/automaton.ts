import { Edges } from './edges.ts'

/**
 * Looks for many patterns at once, in one pass over the bytes (Aho and Corasick, 1975). A state stands for the longest
 * end of what was read that begins a pattern; state 0 for none.
 */
export class Automaton {
  /** How many bytes a state stands for. */
  readonly depth: Int32Array
  /** How many of its last bytes may still become a longer pattern than they are. */
  readonly open: Int32Array
  /** Length of the longest pattern that ends in a state; 0 where none does. */
  readonly longest: Int32Array
  /** Length of the shortest pattern: a text of fewer bytes holds none. */
  readonly shortest: number
  /** The most bytes that a state stands for. */
  readonly deepest: number
  // A table for the states that stand for at most one byte, where most text stays; the others have few ways each.
  private readonly table: Int32Array
  private readonly inTable: number
  private readonly edges: Edges
  private readonly fallback: Int32Array

  constructor(patterns: readonly Uint8Array[]) {
    const trie = new Trie(patterns)
    this.shortest = patterns.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY)
    this.edges = trie.edges
    this.depth = Int32Array.from(trie.depth)
    this.open = Int32Array.from(trie.depth)
    this.longest = Int32Array.from(trie.longest)
    this.deepest = this.depth.reduce((most, depth) => Math.max(most, depth), 0)
    this.fallback = new Int32Array(this.depth.length)
    this.inTable = trie.firstBytes
    this.table = new Int32Array((this.inTable + 1) * 256)
    for (let byte = 0; byte < 256; byte++) this.table[byte] = this.edges.get(byte)
    this.link(trie)
    for (let key = 256; key < this.table.length; key++) {
      this.table[key] = this.edges.get(key) || (this.table[key & 255] ?? 0)
    }
  }

  /** The state after one more byte. */
  step(from: number, byte: number): number {
    let state = from
    while (state > this.inTable) {
      const next = this.edges.get(state * 256 + byte)
      if (next !== 0) return next
      state = this.fallback[state] ?? 0
    }
    return this.table[state * 256 + byte] ?? 0
  }

  /** Finds for each state the next shorter end that begins a pattern, shorter states first. */
  private link({ parents, depth, ends }: Trie): void {
    const byDepth = Array.from(depth.keys()).toSorted((a, b) => (depth[a] ?? 0) - (depth[b] ?? 0))
    for (const state of byDepth) {
      const { from, byte } = parents[state] ?? { from: 0, byte: 0 }
      const shorter = from === 0 ? 0 : this.shorter(from, byte)
      this.fallback[state] = shorter
      if (ends.has(state)) this.open[state] = this.open[shorter] ?? 0
      if (this.longest[state] === 0) this.longest[state] = this.longest[shorter] ?? 0
    }
  }

  /** Where a byte leads from what a state falls back to. The table is not complete yet. */
  private shorter(from: number, byte: number): number {
    let state = from
    while (state !== 0) {
      state = this.fallback[state] ?? 0
      const next = this.edges.get(state * 256 + byte)
      if (next !== 0) return next
    }
    return 0
  }
}

/** The patterns as a tree. The states of one byte come first. */
class Trie {
  readonly edges = new Edges()
  readonly depth: number[] = [0]
  readonly longest: number[] = [0]
  readonly parents: { readonly from: number; readonly byte: number }[] = [{ from: 0, byte: 0 }]
  readonly firstBytes: number
  /** The states that no byte leads on from. */
  readonly ends = new Set<number>()

  constructor(patterns: readonly Uint8Array[]) {
    for (const pattern of patterns) this.add(pattern.subarray(0, 1))
    this.firstBytes = this.depth.length - 1
    for (const pattern of patterns) this.longest[this.add(pattern)] = pattern.length
  }

  private add(pattern: Uint8Array): number {
    let state = 0
    for (const byte of pattern) state = this.child(state, byte)
    return state
  }

  private child(from: number, byte: number): number {
    const known = this.edges.get(from * 256 + byte)
    if (known !== 0) return known
    const added = this.depth.length
    this.ends.delete(from)
    this.ends.add(added)
    this.depth.push((this.depth[from] ?? 0) + 1)
    this.longest.push(0)
    this.parents.push({ from, byte })
    this.edges.set(from * 256 + byte, added)
    return added
  }
}
