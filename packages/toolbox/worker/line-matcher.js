import { RE2JS } from 're2js'

/** @import { MatchHint, ScanRequest } from '../src/grep/protocol.ts' */

/** One pattern, and a fast way past most lines that it does not match. */
export class LineMatcher {
  /** @type {RegExp | undefined} */
  #hint

  /**
   * Throws with the engine's reason where it does not take the pattern.
   * @param {Extract<ScanRequest, { kind: 'compile' }>} request
   */
  constructor({ pattern, isLiteral, ignoreCase, hint }) {
    const source = isLiteral ? RE2JS.quote(pattern) : pattern
    this.engine = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    this.isExact = hint?.isExact === true
    this.isStart = hint?.isStart === true
    this.#hint = hint && new RegExp(hint.source, hint.flags)
  }

  /**
   * A position in the next line that may match, from the start of a line on; -1 where no more lines do.
   * @param {string} text @param {number} from
   */
  candidate(text, from) {
    const hint = this.#hint
    if (hint === undefined) return from < text.length ? from : -1
    hint.lastIndex = from
    return hint.test(text) ? hint.lastIndex - 1 : -1
  }

  /**
   * Whether a line matches that holds a candidate.
   * @param {string} content
   */
  matches(content) {
    return this.isExact || this.engine.test(content)
  }

  /**
   * Where the first match of a matching line begins. In a minified file of 190 kB on one line the engine took 15 ms to
   * find a word in any case, and the hint 0.1 ms.
   * @param {string} content
   */
  matchStart(content) {
    if (this.#hint !== undefined && this.isStart) return Math.max(0, content.search(this.#hint))
    const matcher = this.engine.matcher(content)
    return matcher.find() ? matcher.start() : 0
  }
}
