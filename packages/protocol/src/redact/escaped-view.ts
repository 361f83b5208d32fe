import type { Automaton } from './automaton.ts'
import type { Escape } from './escapes.ts'

/** Told where a secret stands: from the first byte up to the last, which is excluded. */
export type Hit = (start: number, end: number) => void

/** `base64 -w` and terminals break a line once; further line ends are no part of a word. */
const mostSilent = 2

const nowhere = new Float64Array(0)

/**
 * The text as it reads with one kind of escape undone. It is worth a look of its own only from an escape on, for as long
 * as a pattern may reach back to it; before and after that, the plain reading finds the same.
 */
export class EscapedView {
  private readonly automaton: Automaton
  private readonly escape: Escape
  /** Where each of the last symbols begins, by its number. */
  private places = nowhere
  private active = false
  private state = 0
  /** Symbols since the view became active, and where that was. */
  private count = 0
  private origin = 0
  /** Plain symbols since the last escape, and escapes in a row that stood for nothing. */
  private plain = 0
  private silent = 0
  /** An escape that is not complete, where it began, and what the plain reading knew before it. */
  private begun = ''
  private begunAt = 0
  private before = 0

  constructor(automaton: Automaton, escape: Escape) {
    this.automaton = automaton
    this.escape = escape
  }

  /** Whether bytes other than those that begin an escape concern it. */
  get isBusy(): boolean {
    return this.active || this.begun !== ''
  }

  /**
   * Reads one byte.
   * @param at - where it stands.
   * @param before - the state of the plain reading before it.
   */
  take(byte: number, at: number, before: number, hit: Hit): void {
    if (this.begun !== '' && this.continues(byte, at, hit)) return
    if (this.escape.starts.has(byte)) {
      this.begunAt = at
      this.before = before
      const read = this.escape.read(String.fromCharCode(byte))
      if (typeof read === 'object') this.undo(read, at + 1, hit)
      else this.begun = String.fromCharCode(byte)
    } else if (this.active) this.takePlain(byte, at, hit)
  }

  /** Where the earliest secret would begin that may not be complete yet; infinite where none has begun. */
  get heldFrom(): number {
    const { open } = this.automaton
    const inView = this.active ? this.placeOf(open[this.state] ?? 0) : Number.POSITIVE_INFINITY
    if (this.begun === '') return inView
    return Math.min(inView, this.active ? this.begunAt : this.begunAt - (open[this.before] ?? 0))
  }

  /** Goes on with an escape. False where the byte is no part of it, and what was begun no escape. */
  private continues(byte: number, at: number, hit: Hit): boolean {
    const longer = this.begun + String.fromCharCode(byte)
    const read = this.escape.read(longer)
    if (read === 'more') {
      this.begun = longer
      return true
    }
    const { begun } = this
    this.begun = ''
    if (read !== 'none') {
      this.undo(read, at + 1, hit)
      return true
    }
    for (let index = 0; index < begun.length && this.active; index++) {
      this.takePlain(begun.charCodeAt(index), this.begunAt + index, hit)
    }
    return false
  }

  private undo(bytes: readonly number[], end: number, hit: Hit): void {
    if (!this.active) this.activate()
    this.plain = 0
    this.silent = bytes.length === 0 ? this.silent + 1 : 0
    for (const byte of bytes) this.takeSymbol(byte, this.begunAt, end, hit)
    if (this.automaton.depth[this.state] === 0 || this.silent > mostSilent) this.active = false
  }

  private activate(): void {
    if (this.places === nowhere) {
      this.places = new Float64Array(2 ** Math.ceil(Math.log2(this.automaton.deepest + 1)))
    }
    this.active = true
    this.state = this.before
    this.count = 0
    this.silent = 0
    this.origin = this.begunAt
  }

  private takePlain(byte: number, at: number, hit: Hit): void {
    this.silent = 0
    this.plain++
    this.takeSymbol(byte, at, at + 1, hit)
    // All that the state stands for is plain: the plain reading is in the same state, or in one that knows more.
    if (this.plain >= (this.automaton.depth[this.state] ?? 0)) this.active = false
  }

  private takeSymbol(byte: number, start: number, end: number, hit: Hit): void {
    this.state = this.automaton.step(this.state, byte)
    this.places[this.count & (this.places.length - 1)] = start
    this.count++
    const found = this.automaton.longest[this.state] ?? 0
    if (found > 0) hit(this.placeOf(found), end)
  }

  /** Where the last symbols, so many of them, begin. */
  private placeOf(symbols: number): number {
    const index = this.count - symbols
    if (index < 0) return this.origin + index
    return symbols === 0 ? Number.POSITIVE_INFINITY : (this.places[index & (this.places.length - 1)] ?? 0)
  }
}
