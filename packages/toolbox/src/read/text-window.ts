import { utf8Prefix } from '../text/utf8-prefix.ts'
import { readLimits } from './limits.ts'

/** A line of which only the start is shown. */
export interface CutLine {
  /** Counted from 1. */
  line: number
  /** Bytes of the line, in UTF-8, that are not shown. */
  omittedBytes: number
}

/** How the lines of a file end. */
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none'

/** A window of numbered lines and what is known of the whole text. */
export interface TextWindow {
  /** The lines from the asked one on, without their ends. */
  lines: string[]
  cut: CutLine[]
  /** Lines of the whole text; a text that ends in a line break has no further, empty line. */
  totalLines: number
  ending: LineEnding
  /** Whether a shown line holds bytes that are not valid UTF-8. */
  invalid: boolean
  /** The line to ask for next, where lines are left. */
  next?: number
}

const lineFeed = 10
const carriageReturn = 13
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
// Enough for a whole line: no unit of text takes more than three bytes, and the last sequence may be incomplete.
const keptBytes = readLimits.lineLength * 3 + 4

/** Collects a window of lines from a stream of UTF-8, in memory that does not grow with the file. */
export class TextWindowReader {
  private readonly offset: number
  private readonly limit: number
  private readonly lines: string[] = []
  private readonly cut: CutLine[] = []
  private windowBytes = 0
  private invalid = false
  private full = false
  /** Number of the line that is being read. */
  private line = 1
  private lineBytes = 0
  private kept: Uint8Array[] = []
  private keptLength = 0
  private lastByte = -1
  private lineFeeds = 0
  private crlfs = 0

  /**
   * @param offset - the first line to show, counted from 1.
   * @param limit - how many lines to show at most.
   */
  constructor(offset: number, limit: number) {
    this.offset = offset
    this.limit = limit
  }

  /** Takes the next bytes. */
  feed(chunk: Uint8Array): void {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(lineFeed, start)
      if (end < 0) break
      this.take(chunk, start, end)
      this.endLine()
      this.lastByte = lineFeed
      start = end + 1
    }
    this.take(chunk, start, chunk.length)
  }

  /** The window, once all bytes have been fed. */
  finish(): TextWindow {
    const endsInBreak = this.lineBytes === 0
    if (!endsInBreak) this.finishLine(this.lineBytes)
    const totalLines = endsInBreak ? this.line - 1 : this.line
    const next = this.offset + this.lines.length
    return {
      lines: this.lines,
      cut: this.cut,
      totalLines,
      ending: this.ending(),
      invalid: this.invalid,
      ...(next <= totalLines && this.lines.length > 0 ? { next } : {}),
    }
  }

  private take(chunk: Uint8Array, start: number, end: number): void {
    if (end <= start) return
    this.lineBytes += end - start
    this.lastByte = chunk[end - 1] ?? -1
    if (!this.isShown || this.keptLength >= keptBytes) return
    const part = chunk.slice(start, Math.min(end, start + keptBytes - this.keptLength))
    this.kept.push(part)
    this.keptLength += part.length
  }

  private get isShown(): boolean {
    return !this.full && this.line >= this.offset && this.line - this.offset < this.limit
  }

  private endLine(): void {
    const hasReturn = this.lineBytes > 0 && this.lastByte === carriageReturn
    this.lineFeeds += 1
    if (hasReturn) this.crlfs += 1
    this.finishLine(hasReturn ? this.lineBytes - 1 : this.lineBytes)
    this.line += 1
    this.lineBytes = 0
    this.kept = []
    this.keptLength = 0
  }

  /** Adds the line to the window; `length` is its bytes without the line break. */
  private finishLine(length: number): void {
    if (!this.isShown) return
    const bytes = Buffer.concat(this.kept).subarray(0, length)
    const shownBytes = utf8Prefix(bytes, readLimits.lineLength)
    if (this.windowBytes + shownBytes > readLimits.windowBytes) {
      this.full = true
      return
    }
    this.windowBytes += shownBytes
    this.lines.push(this.decode(bytes.subarray(0, shownBytes)))
    if (shownBytes < length) this.cut.push({ line: this.line, omittedBytes: length - shownBytes })
  }

  private decode(bytes: Uint8Array): string {
    try {
      return strict.decode(bytes)
    } catch {
      this.invalid = true
      return lenient.decode(bytes)
    }
  }

  private ending(): LineEnding {
    if (this.lineFeeds === 0) return 'none'
    if (this.crlfs === 0) return 'lf'
    return this.crlfs === this.lineFeeds ? 'crlf' : 'mixed'
  }
}
