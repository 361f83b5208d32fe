import type { Automaton } from './automaton.ts'
import { redaction } from './pointers.ts'
import { SecretScanner } from './scanner.ts'

const utf8 = new TextEncoder()

interface Range {
  readonly start: number
  readonly end: number
}

/** A text without the secrets that an automaton knows; the very same text where it holds none. */
export function redactText(automaton: Automaton, text: string): string {
  // Most names and words are shorter than any secret; a unit takes three bytes at most.
  if (text.length * 3 < automaton.shortest) return text
  const ranges: Range[] = []
  // A lone surrogate becomes three bytes, as it does where places are counted below.
  new SecretScanner(automaton).feed(utf8.encode(text), (start, end) => ranges.push({ start, end }))
  if (ranges.length === 0) return text
  return withoutRanges(text, joinedRanges(ranges))
}

/** In order, and those that overlap as one. */
function joinedRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start < last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else joined.push({ start, end })
  }
  return joined
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = []
  const place = new Place(text)
  let kept = 0
  for (const { start, end } of ranges) {
    pieces.push(text.slice(kept, place.after(start)), redaction)
    kept = place.after(end)
  }
  pieces.push(text.slice(kept))
  return pieces.join('')
}

/** Walks through a text, and counts the bytes of it. */
class Place {
  private readonly text: string
  private index = 0
  private bytes = 0

  constructor(text: string) {
    this.text = text
  }

  /** The index after so many bytes; to be asked in order. */
  after(bytes: number): number {
    while (this.bytes < bytes) {
      const point = this.text.codePointAt(this.index) ?? 0
      this.bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
      this.index += point < 0x10000 ? 1 : 2
    }
    return this.index
  }
}
