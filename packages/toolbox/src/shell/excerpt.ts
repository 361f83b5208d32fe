import { isUtf8 } from 'node:buffer'
import type { CapturedOutput } from './captured-output.ts'
import { characterStart, firstCharacter } from './character-start.ts'
import { decode } from './decode.ts'
import { outputLimits } from './limits.ts'
import { earlyLineStart, lateLineEnd, lineEnds } from './line-ends.ts'

/** The middle of an output, as far as it is left out of a text. */
export interface Omission {
  readonly bytes: number
  /** Line ends among them. */
  readonly lines: number
  /** Where in the text it was, in UTF-16 units. */
  readonly at: number
  /** Where in the output it begins, in bytes. */
  readonly offset: number
}

/** An output as it is shown: all of it, or its two ends. */
export interface Excerpt {
  readonly text: string
  /** Null where everything is shown. */
  readonly omitted: Omission | null
  /** Whether bytes of it are no valid UTF-8. */
  readonly isInvalid: boolean
}

/**
 * What a reader gets of an output: all of it as long as it fits, else both ends, cut between lines where that costs
 * little and never within a character.
 * @param isWhole - whether nothing follows, so that a character that has only begun will not be completed.
 */
export function excerptOf({ kept, lineEnds: total }: CapturedOutput, isWhole: boolean): Excerpt {
  if (kept.isWhole) {
    const bytes = kept.slice(0, kept.total)
    const shown = isWhole ? bytes : bytes.subarray(0, characterStart(bytes, bytes.length))
    return { text: decode(shown), omitted: null, isInvalid: !isUtf8(shown) }
  }
  const start = kept.slice(0, outputLimits.head)
  const head = start.subarray(0, lateLineEnd(start) ?? characterStart(start, start.length))
  const end = kept.slice(kept.tailStart, kept.total)
  const begin = earlyLineStart(end) ?? firstCharacter(end)
  const tail = end.subarray(begin, isWhole ? end.length : characterStart(end, end.length))
  const headText = decode(head)
  return {
    text: headText + decode(tail),
    omitted: {
      bytes: kept.tailStart + begin - head.length,
      lines: total - lineEnds(head) - lineEnds(tail),
      at: headText.length,
      offset: head.length,
    },
    isInvalid: !isUtf8(head) || !isUtf8(tail),
  }
}

/** The last whole lines of at most `length` UTF-16 units together, or the end of a longer line. */
export function lastLines({ kept }: CapturedOutput, length: number): string {
  const from = Math.max(kept.tailStart, kept.total - length)
  const bytes = kept.slice(from, kept.total)
  const begin = from === 0 ? 0 : (earlyLineStart(bytes) ?? firstCharacter(bytes))
  return decode(bytes.subarray(begin, characterStart(bytes, bytes.length)))
}
