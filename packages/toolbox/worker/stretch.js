import { isAscii } from 'node:buffer'
import { preview } from './preview.js'

/** @import { Scan, ScanAnswer } from '../src/grep/protocol.ts' */
/** @import { FoundLine } from '../src/grep/value.ts' */
/** @import { LineMatcher } from './line-matcher.js' */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The lines of one stretch of text that match.
 * @param {LineMatcher} matcher
 * @param {Scan} scan
 * @returns {ScanAnswer}
 */
export function searchStretch(matcher, scan) {
  const text = decode(scan.bytes)
  const from = scan.from === 0 ? 0 : decode(scan.bytes.subarray(0, scan.from)).length
  const isWhole = scan.to === scan.bytes.length
  const to = isWhole ? text.length : text.length - decode(scan.bytes.subarray(scan.to)).length
  return new Stretch(matcher, scan, text).search(from, to)
}

/**
 * Where all is ASCII, as in most source, decoding is a copy.
 * @param {Uint8Array} bytes
 */
function decode(bytes) {
  if (!isAscii(bytes)) return decoder.decode(bytes)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

class Stretch {
  /** @type {FoundLine[]} */
  #matches = []
  /** @type {FoundLine[]} */
  #context = []
  /** The line whose start is known last. */
  #line = 0
  #lineStart = 0

  /** @param {LineMatcher} matcher @param {Scan} scan @param {string} text */
  constructor(matcher, scan, text) {
    this.matcher = matcher
    this.scan = scan
    this.text = text
  }

  /** @param {number} from @param {number} to @returns {ScanAnswer} */
  search(from, to) {
    const { matcher, scan, text } = this
    this.#lineStart = from
    let count = 0
    let first = -1
    let last = -1
    for (let at = matcher.candidate(text, from); at >= 0 && at < to;) {
      const start = at === from ? from : Math.max(from, text.lastIndexOf('\n', at - 1) + 1)
      const feed = text.indexOf('\n', at)
      const stop = feed < 0 ? text.length : feed
      const content = text.slice(start, withoutReturn(text, start, stop))
      if (matcher.matches(content)) {
        count += 1
        if (scan.asksForEnds) last = this.#numberOf(start)
        if (first < 0) first = last
        if (this.#matches.length < scan.maxLines) this.#report(start, content)
      }
      at = feed < 0 ? -1 : matcher.candidate(text, feed + 1)
    }
    return { count, first, last, matches: this.#matches, context: this.#context }
  }

  /** @param {number} start @param {string} content */
  #report(start, content) {
    const { context, lineLength } = this.scan
    const matchAt = content.length > lineLength ? this.matcher.matchStart(content) : 0
    const number = this.#numberOf(start)
    this.#matches.push(preview(number, content, matchAt, lineLength))
    if (context > 0) this.#reportAround(number, start)
  }

  /** @param {number} number @param {number} start */
  #reportAround(number, start) {
    const { text, scan } = this
    let at = start
    for (let back = 1; back <= scan.context && at > 0; back += 1) {
      const end = at - 1
      at = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1
      this.#addContext(number - back, at, end)
    }
    at = text.indexOf('\n', start) + 1
    for (let on = 1; on <= scan.context && at > 0 && at < text.length; on += 1) {
      const feed = text.indexOf('\n', at)
      this.#addContext(number + on, at, feed < 0 ? text.length : feed)
      at = feed + 1
    }
  }

  /** @param {number} number @param {number} start @param {number} stop */
  #addContext(number, start, stop) {
    const line = this.text.slice(start, withoutReturn(this.text, start, stop))
    this.#context.push(preview(number, line, 0, this.scan.lineLength))
  }

  /**
   * The number of the line that starts at a position; asked in rising order.
   * @param {number} start
   */
  #numberOf(start) {
    let feed = this.text.indexOf('\n', this.#lineStart)
    while (feed >= 0 && feed < start) {
      this.#line += 1
      feed = this.text.indexOf('\n', feed + 1)
    }
    this.#lineStart = start
    return this.#line
  }
}

/**
 * The end of a line's content: a carriage return before the line feed is none of it.
 * @param {string} text @param {number} start @param {number} stop
 */
function withoutReturn(text, start, stop) {
  return stop > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop
}
