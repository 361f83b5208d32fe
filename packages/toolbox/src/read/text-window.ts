import { utf8Prefix } from '../text/utf8-prefix.ts'
import { readLimits } from './limits.ts'

/** A line of which only the start is shown. */
export interface CutLine {
  /** Counted from 1. */
  line: number
  /** Bytes of the line, in UTF-8, that are not shown; at least, where counting stopped within the line. */
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
  /** Whether counting stopped early, so that there are at least so many lines. */
  isLowerBound: boolean
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
    let at = 0
    while (at < chunk.length) at = this.isShown ? this.readLine(chunk, at) : this.skipLines(chunk, at)
  }

  /** Whether what comes next is only counted, unless a line ends. */
  get isCounting(): boolean {
    return this.isShown ? this.keptLength >= keptBytes : this.line >= this.offset
  }

  /**
   * The window, once all bytes have been fed.
   * @param isLowerBound - there are more bytes, which are not counted.
   */
  finish(isLowerBound = false): TextWindow {
    const endsInBreak = this.lineBytes === 0
    if (!endsInBreak) this.finishLine(this.lineBytes)
    const totalLines = endsInBreak ? this.line - 1 : this.line
    const next = this.offset + this.lines.length
    return {
      lines: this.lines,
      cut: this.cut,
      totalLines,
      isLowerBound,
      ending: this.ending(),
      invalid: this.invalid,
      ...((isLowerBound || next <= totalLines) && this.lines.length > 0 ? { next } : {}),
    }
  }

  /** Takes a line, or what the chunk holds of it; returns where the next one begins. */
  private readLine(chunk: Uint8Array, start: number): number {
    const feed = chunk.indexOf(lineFeed, start)
    const end = feed < 0 ? chunk.length : feed
    if (end > start) {
      this.lineBytes += end - start
      this.lastByte = chunk[end - 1] ?? -1
      if (this.keptLength < keptBytes) {
        const part = chunk.slice(start, Math.min(end, start + keptBytes - this.keptLength))
        this.kept.push(part)
        this.keptLength += part.length
      }
    }
    if (feed < 0) return chunk.length
    this.endLine()
    return feed + 1
  }

  /** Only counts lines, up to the window or the end of the chunk; a plain loop, as lines may be very short. */
  private skipLines(chunk: Uint8Array, start: number): number {
    let lineStart = start - this.lineBytes
    let previous = this.lastByte
    let at = start
    while (at < chunk.length) {
      const byte = chunk[at] ?? -1
      at += 1
      if (byte === lineFeed) {
        this.lineFeeds += 1
        if (previous === carriageReturn) this.crlfs += 1
        this.line += 1
        lineStart = at
        if (this.line === this.offset) break
      }
      previous = byte
    }
    this.lineBytes = at - lineStart
    this.lastByte = chunk[at - 1] ?? -1
    return at
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
    this.lastByte = lineFeed
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
