import type { OpenedText } from '../text/utf8-source.ts'

/** A stretch of a file in whole lines, with lines around it for context. */
export interface LineWindow {
  readonly bytes: Uint8Array
  /** Where the lines to search begin and end, in bytes; the rest is context. */
  readonly from: number
  readonly to: number
  /** Number of the first line to search, counted from 1. */
  readonly firstLine: number
  /** The first line began in the window before, as it is too long for one. */
  readonly continues: boolean
  /** It is all there is. */
  readonly isWhole: boolean
}

/** A line longer than this is searched in parts. */
const maxLineBytes = 4 * 1024 * 1024

/** Bytes of context on each side of a window; fewer lines than asked for are kept where they are longer. */
const maxContextBytes = 1024 * 1024

const lineFeed = 10

/** The text as one window, where it fits into one chunk. */
export function wholeWindow({ first }: OpenedText): LineWindow | undefined {
  if (!first.isLast) return undefined
  return {
    bytes: first.bytes,
    from: 0,
    to: first.bytes.length,
    firstLine: 1,
    continues: false,
    isWhole: true,
  }
}

/**
 * Cuts a text into windows of whole lines.
 * @param context - lines to keep around each window.
 */
export async function* lineWindows(
  text: OpenedText,
  context: number,
): AsyncGenerator<LineWindow, void, undefined> {
  let bytes = text.first.bytes
  let from = 0
  let firstLine = 1
  let continues = false
  const window = (to: number): LineWindow => ({ bytes, from, to, firstLine, continues, isWhole: false })
  for await (const chunk of text.rest()) {
    const to = cut(bytes, from, context)
    if (to > from) {
      yield window(to)
      firstLine += countLineFeeds(bytes, from, to)
      continues = bytes[to - 1] !== lineFeed
      const keep = continues ? to : stepBack(bytes, to, context)
      bytes = bytes.subarray(keep)
      from = to - keep
    }
    bytes = Buffer.concat([bytes, chunk.bytes])
  }
  if (from < bytes.length) yield window(bytes.length)
}

/**
 * Where a window has to end so that whole lines and their context follow; `from` where it cannot end yet. Only a line
 * that is itself too long is split; the lines before one go without the context that they would have to wait for.
 */
function cut(bytes: Uint8Array, from: number, context: number): number {
  const lastStart = bytes.lastIndexOf(lineFeed) + 1
  const to = stepBack(bytes, lastStart, context)
  if (to > from) return to
  if (bytes.length - from <= maxLineBytes) return from
  return lastStart > from ? lastStart : characterBoundary(bytes)
}

/** The start of the line that lies `lines` lines before a line start, or fewer where they are long. */
function stepBack(bytes: Uint8Array, lineStart: number, lines: number): number {
  let at = lineStart
  for (let left = lines; left > 0 && at > 0; left -= 1) {
    const before = at < 2 ? 0 : bytes.lastIndexOf(lineFeed, at - 2) + 1
    if (lineStart - before > maxContextBytes) break
    at = before
  }
  return at
}

function characterBoundary(bytes: Uint8Array): number {
  let at = bytes.length - 1
  while (at > bytes.length - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}

/** A plain loop, as lines may be very short. */
function countLineFeeds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (bytes[at] === lineFeed) count += 1
  return count
}
