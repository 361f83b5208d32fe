import { wholeBoundary } from '../text/cut.ts'

const lineFeed = 10

/** A stretch of one line. */
export interface LinePart {
  /** Where it begins, counted from 1 in UTF-16 units; where it was asked for, but never inside a character. */
  readonly column: number
  readonly text: string
  /** Bytes of the line behind it, in UTF-8; at least, where reading stopped within the line. */
  readonly omittedBytes: number
  readonly ending: 'lf' | 'crlf' | 'none'
}

/** Finds a stretch of a line in a stream of UTF-8, in memory that does not grow with the file or the line. */
export class LinePartReader {
  readonly #line: number
  readonly #maxUnits: number
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #at = 1
  #skip: number
  #column = 1
  #text = ''
  #omittedBytes = 0
  #lastUnit = ''
  #bytes = 0
  #ending: LinePart['ending'] | undefined

  /**
   * @param line - counted from 1.
   * @param column - its first UTF-16 unit to show, counted from 1.
   * @param maxUnits - how many to show at most.
   */
  constructor(line: number, column: number, maxUnits: number) {
    this.#line = line
    this.#skip = column - 1
    this.#maxUnits = maxUnits
  }

  /** Whether the end of the line was found, so that nothing more is of interest. */
  get isDone(): boolean {
    return this.#ending !== undefined
  }

  /** Whether the line has been reached. */
  get isReached(): boolean {
    return this.#at === this.#line
  }

  /** Whether what comes next of the line is only counted. */
  get isCounting(): boolean {
    return this.#text.length >= this.#maxUnits
  }

  /** Lines so far: those before the wanted one, and that one if there is anything of it. */
  get lines(): number {
    const begun = this.#bytes > 0 || this.isDone
    return begun ? this.#at : this.#at - 1
  }

  /** Takes the next bytes. */
  feed(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length && !this.isDone) {
      const feed = chunk.indexOf(lineFeed, at)
      const end = feed < 0 ? chunk.length : feed
      this.#bytes += end - at
      if (this.isReached) this.#take(this.#decoder.decode(chunk.subarray(at, end), { stream: feed < 0 }))
      if (feed >= 0) this.#endLine()
      at = end + 1
    }
  }

  /** The stretch, once all bytes have been fed or the line is done; undefined where there is no such line. */
  finish(): LinePart | undefined {
    if (!this.isReached || (this.#bytes === 0 && !this.isDone)) return undefined
    if (!this.isDone) this.#take(this.#decoder.decode())
    const returns = this.#ending === 'crlf' ? 1 : 0
    const isShown = this.#omittedBytes === 0
    return {
      column: this.#column,
      text: returns === 1 && isShown ? this.#text.slice(0, -1) : this.#text,
      omittedBytes: Math.max(0, this.#omittedBytes - returns),
      ending: this.#ending ?? 'none',
    }
  }

  #endLine(): void {
    if (this.isReached) {
      this.#ending = this.#lastUnit === '\r' ? 'crlf' : 'lf'
      return
    }
    this.#at += 1
    this.#bytes = 0
  }

  #take(decoded: string): void {
    if (decoded === '') return
    this.#lastUnit = decoded.at(-1) ?? ''
    const start = wholeBoundary(decoded, Math.min(this.#skip, decoded.length))
    this.#column += start
    this.#skip = start === decoded.length ? this.#skip - start : 0
    const rest = decoded.slice(start)
    const end = wholeBoundary(rest, Math.min(this.#maxUnits - this.#text.length, rest.length))
    // Once something was left out, nothing may follow it.
    const shown = this.#omittedBytes > 0 ? 0 : end
    this.#text += rest.slice(0, shown)
    this.#omittedBytes += Buffer.byteLength(rest.slice(shown))
  }
}
