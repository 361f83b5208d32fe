import type { Automaton } from './automaton.ts'
import { EscapedView, type Hit } from './escaped-view.ts'
import { backslash, entity, lineBreak, percent, twiceBackslash } from './escapes.ts'

const escapes = [percent, backslash, twiceBackslash, entity, lineBreak]
/** 1 for a byte that begins an escape, 2 for one that matters only within a word. */
const begins = new Uint8Array(256)
for (const escape of escapes) for (const byte of escape.starts) begins[byte] = escape === lineBreak ? 2 : 1

/** Finds secrets in bytes that come in pieces, as they stand and behind escapes. Time is linear in the bytes. */
export class SecretScanner {
  private readonly automaton: Automaton
  /** Made when there is an escape; most texts have none. */
  private views: readonly EscapedView[] = []
  private at = 0
  private state = 0
  private isBusy = false

  constructor(automaton: Automaton) {
    this.automaton = automaton
  }

  /** Reads a piece, and tells what ends in it. Positions count from the first byte of the first piece. */
  feed(bytes: Uint8Array, hit: Hit): void {
    const { automaton } = this
    for (const byte of bytes) {
      const before = this.state
      this.state = automaton.step(before, byte)
      const found = automaton.longest[this.state] ?? 0
      if (found > 0) hit(this.at + 1 - found, this.at + 1)
      const escape = begins[byte]
      if (this.isBusy || escape === 1 || (escape === 2 && before !== 0)) this.look(byte, before, hit)
      this.at++
    }
  }

  /** Where the earliest secret would begin that may not be complete yet: nothing before it can turn out to be one. */
  get heldFrom(): number {
    const plain = this.at - (this.automaton.open[this.state] ?? 0)
    return this.views.reduce((least, view) => Math.min(least, view.heldFrom), plain)
  }

  private look(byte: number, before: number, hit: Hit): void {
    if (this.views.length === 0) this.views = escapes.map((escape) => new EscapedView(this.automaton, escape))
    this.isBusy = false
    for (const view of this.views) {
      view.take(byte, this.at, before, hit)
      this.isBusy ||= view.isBusy
    }
  }
}
