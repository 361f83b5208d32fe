import { parentPort } from 'node:worker_threads'
import { RE2JS } from 're2js'

/** @import { ScanAnswer, ScanRequest, Scan } from '../src/grep/protocol.ts' */

/** @type {RE2JS | undefined} */
let expression

/**
 * The lines of one text that match.
 * @param {RE2JS} pattern
 * @param {Scan} scan
 * @returns {ScanAnswer}
 */
function search(pattern, { text, from, to, maxLines, longLine }) {
  let count = 0
  let line = 0
  /** @type {number[]} */
  const spans = []
  for (let start = from; start < to; line += 1) {
    const feed = text.indexOf('\n', start)
    const next = feed < 0 ? text.length : feed + 1
    const stop = feed < 0 ? text.length : feed
    const end = stop > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop
    const content = text.slice(start, end)
    if (pattern.test(content)) {
      count += 1
      if (spans.length < maxLines * 4) {
        spans.push(line, start, end, content.length > longLine ? matchStart(pattern, content) : 0)
      }
    }
    start = next
  }
  return { count, spans }
}

/**
 * Where the first match of a line begins.
 * @param {RE2JS} pattern
 * @param {string} content
 */
function matchStart(pattern, content) {
  const matcher = pattern.matcher(content)
  return matcher.find() ? matcher.start() : 0
}

/**
 * @param {ScanRequest} request
 * @returns {import('../src/grep/protocol.ts').WorkerMessage}
 */
function answer(request) {
  if (request.kind === 'compile') {
    try {
      const source = request.isLiteral ? RE2JS.quote(request.pattern) : request.pattern
      expression = RE2JS.compile(source, request.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
      return { kind: 'compiled' }
    } catch (error) {
      return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
    }
  }
  const pattern = expression
  if (pattern === undefined) return { kind: 'refused', reason: 'no pattern was compiled' }
  return { kind: 'scanned', answer: search(pattern, request.scan) }
}

parentPort?.on('message', (request) => parentPort?.postMessage(answer(request)))
