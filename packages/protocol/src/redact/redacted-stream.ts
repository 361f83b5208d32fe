import type { Automaton } from './automaton.ts'
import { redaction } from './pointers.ts'
import { SecretScanner } from './scanner.ts'

/** Takes the secrets out of bytes that come in pieces. What may be the beginning of one is held back. */
export interface RedactedStream {
  /** The next piece; returns what can be passed on. The piece is not kept. */
  push(chunk: Uint8Array): Uint8Array
  /** What was held back, as nothing more comes. */
  end(): Uint8Array
}

const mark = new TextEncoder().encode(redaction)

interface Range {
  readonly start: number
  end: number
}

/** A stream without the secrets that an automaton knows. */
export class SecretStream implements RedactedStream {
  private readonly scanner: SecretScanner
  private ranges: Range[] = []
  /** Bytes that were not passed on, and where the first of them stands. */
  private held: Uint8Array = new Uint8Array(0)
  private from = 0
  /** The end of the last secret: bytes before it are dropped. */
  private secretEnd = 0

  constructor(automaton: Automaton) {
    this.scanner = new SecretScanner(automaton)
  }

  push(chunk: Uint8Array): Uint8Array {
    this.scanner.feed(chunk, (start, end) => this.found(start, end))
    this.held = joined([this.held, chunk])
    return this.release(this.scanner.heldFrom)
  }

  end(): Uint8Array {
    return this.release(this.from + this.held.length)
  }

  private found(start: number, end: number): void {
    const last = this.ranges.at(-1)
    if (last !== undefined && start >= last.start && start < last.end) last.end = Math.max(last.end, end)
    else this.ranges.push({ start, end })
  }

  /** Passes on what stands before a place, before which no further secret can begin. */
  private release(safe: number): Uint8Array {
    const pieces: Uint8Array[] = []
    const settled = this.ranges.filter(({ start }) => start < safe).toSorted((a, b) => a.start - b.start)
    this.ranges = this.ranges.filter(({ start }) => start >= safe)
    for (const { start, end } of settled) {
      if (start >= this.secretEnd) pieces.push(this.take(start), mark)
      this.secretEnd = Math.max(this.secretEnd, end)
    }
    pieces.push(this.take(safe))
    // Of a secret that has begun to be dropped nothing needs to be held.
    this.take(Math.min(this.secretEnd, this.from + this.held.length))
    return joined(pieces)
  }

  /** The held bytes up to a place, without those of the last secret. */
  private take(until: number): Uint8Array {
    const end = Math.max(0, until - this.from)
    const taken = this.held.subarray(Math.min(Math.max(0, this.secretEnd - this.from), end), end)
    this.held = this.held.subarray(end)
    this.from += end
    return taken
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
