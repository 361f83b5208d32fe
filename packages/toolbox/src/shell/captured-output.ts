import { characterStart, longestCharacter } from './character-start.ts'
import { KeptBytes } from './kept-bytes.ts'
import { lineEnds } from './line-ends.ts'
import type { SpilledOutput } from './operations.ts'

/** The place of an output outside of the memory, and what became of it. */
export interface SpillState {
  /** Undefined where none could be made. */
  readonly file: SpilledOutput | undefined
  /** Bytes of the output's start that it holds. */
  readonly bytes: number
  /** Bytes behind them that it does not hold. */
  readonly dropped: number
  /** Why they are not there, where that was a failure and not the quota. */
  readonly failure: unknown
}

/**
 * What a command prints, taken in as a stream: its start and its end stay in memory, all of it goes to a spill file
 * from the moment it no longer fits, and everything is counted.
 */
export class CapturedOutput {
  readonly kept = new KeptBytes()
  /** Line feeds so far. */
  lineEnds = 0
  /** Whether there was a NUL byte, which no text has. */
  hasNul = false
  /** Whether a chunk is still on its way to the disk. */
  isWriting = false
  readonly #openSpill: () => Promise<SpilledOutput>
  readonly #onChange: () => void
  #spill: SpilledOutput | undefined
  #isSpillFull = false
  #failure: unknown
  #endsLine = true
  #writing: Promise<void> | undefined

  /**
   * @param openSpill - called once at most, when the output no longer fits into the memory.
   * @param onChange - called after every chunk.
   */
  constructor(openSpill: () => Promise<SpilledOutput>, onChange: () => void) {
    this.#openSpill = openSpill
    this.#onChange = onChange
  }

  /** Bytes so far. */
  get totalBytes(): number {
    return this.kept.total
  }

  /** Bytes so far, without a last character of which more is missing. */
  get wholeBytes(): number {
    const { total, tailStart } = this.kept
    const from = Math.max(tailStart, total - (longestCharacter - 1))
    const last = this.kept.slice(from, total)
    return from + characterStart(last, last.length)
  }

  /** Lines so far, an unfinished last one among them. */
  get totalLines(): number {
    return this.lineEnds + (this.#endsLine ? 0 : 1)
  }

  /** Where the whole output went; undefined while it is all in memory. */
  get spill(): SpillState | undefined {
    if (this.#writing === undefined) return undefined
    const bytes = this.#spill?.written ?? 0
    const dropped = this.#isSpillFull ? Math.max(0, this.kept.total - bytes) : 0
    return { file: this.#spill, bytes, dropped, failure: this.#failure }
  }

  /** Takes in a chunk. Where the chunk also goes to the disk, a promise that is resolved once it is there. */
  write(chunk: Uint8Array): void | Promise<void> {
    if (this.#isSpillFull || this.kept.hasRoomFor(chunk.length)) return this.#take(chunk)
    const writing = this.#writeOut(chunk, this.#writing)
    this.#writing = writing
    return writing
  }

  /** Waits for what is under way to the disk; nothing may be written afterwards. */
  async close(): Promise<void> {
    await this.#writing
    try {
      await this.#spill?.close()
    } catch (error) {
      this.#failure = error
    }
  }

  /** Takes what went to the disk away from there; it can no longer be read. */
  async remove(): Promise<void> {
    await this.close()
    await this.#spill?.remove()
  }

  async #writeOut(chunk: Uint8Array, before: Promise<void> | undefined): Promise<void> {
    this.isWriting = true
    await before
    await this.#spillOut(chunk)
    this.isWriting = false
    this.#take(chunk)
  }

  #take(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.lineEnds += lineEnds(chunk)
    this.hasNul ||= chunk.includes(0)
    this.#endsLine = chunk.at(-1) === 10
    this.kept.append(chunk)
    this.#onChange()
  }

  // A disk that fails costs the middle of the output, which is counted, and never the command.
  async #spillOut(chunk: Uint8Array): Promise<void> {
    if (this.#isSpillFull) return
    try {
      if (this.#spill === undefined) {
        this.#spill = await this.#openSpill()
        await this.#append(this.#spill, this.kept.slice(0, this.kept.total))
      }
      if (!this.#isSpillFull) await this.#append(this.#spill, chunk)
    } catch (error) {
      this.#isSpillFull = true
      this.#failure = error
    }
  }

  async #append(file: SpilledOutput, chunk: Uint8Array): Promise<void> {
    const before = file.written
    await file.write(chunk)
    // The file has to stay a start of the output: once something was dropped, nothing may follow.
    if (file.written - before === chunk.length) return
    this.#isSpillFull = true
    this.#failure = file.failure
  }
}
