// Where something stands: offsets, lines and columns, and the way back from evaluated text to written text.

/**
 * Line and column, both from 1, the column in UTF-16 units.
 * @typedef {{ readonly line: number, readonly column: number }} Position
 */

/**
 * Text that was put into a program; it never holds a line feed.
 * @typedef {{ readonly offset: number, readonly text: string }} Insert
 */

/**
 * One stretch of a source map: a column of the generated line, and where it was written; all from 0.
 * @typedef {{ readonly column: number, readonly line: number, readonly source: number }} Stretch
 */

/**
 * The position of an offset. Lines end at line feeds alone, which is what all that is evaluated is normalised to.
 * @param {string} text
 * @param {number} offset
 * @returns {Position}
 */
export function positionAt(text, offset) {
  const end = Math.min(Math.max(offset, 0), text.length)
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    line++
    start = at + 1
  }
  return { line, column: end - start + 1 }
}

/**
 * The offset of a position; one beyond the end of its line or of the text is taken back to that end.
 * @param {string} text
 * @param {Position} position
 * @returns {number}
 */
export function offsetAt(text, position) {
  let start = 0
  for (let line = 1; line < position.line; line++) {
    const end = text.indexOf('\n', start)
    if (end === -1) return text.length
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return Math.min(start + Math.max(position.column, 1) - 1, end === -1 ? text.length : end)
}

/**
 * @param {string} text
 * @param {readonly Insert[]} inserts - ascending.
 * @returns {string}
 */
export function withInserts(text, inserts) {
  let out = ''
  let last = 0
  for (const { offset, text: added } of inserts) {
    out += text.slice(last, offset) + added
    last = offset
  }
  return out + text.slice(last)
}

/**
 * The offset in the text that inserts went into, of an offset in the text that came of it.
 * @param {readonly Insert[]} inserts - ascending.
 * @param {number} offset
 * @returns {number}
 */
export function offsetBefore(inserts, offset) {
  let added = 0
  for (const insert of inserts) {
    const start = insert.offset + added
    if (offset < start) break
    if (offset < start + insert.text.length) return insert.offset
    added += insert.text.length
  }
  return offset - added
}

/**
 * A column that counts UTF-8 bytes, as one that counts UTF-16 units.
 * @param {string} line
 * @param {number} column - from 1.
 * @returns {number}
 */
export function columnOfBytes(line, column) {
  let bytes = 1
  let at = 0
  while (at < line.length && bytes < column) {
    const point = /** @type {number} */ (line.codePointAt(at))
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    at += point < 0x10000 ? 1 : 2
  }
  return at + 1 + Math.max(column - bytes, 0)
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * The stretches of a source map with one source, by generated line.
 * @param {string} mappings
 * @returns {Stretch[][]}
 */
export function readMappings(mappings) {
  let line = 0
  let source = 0
  return mappings.split(';').map((generated) => {
    let column = 0
    /** @type {Stretch[]} */
    const stretches = []
    for (const segment of generated.split(',')) {
      const [columns, , lines, sources] = numbersOf(segment)
      if (columns === undefined) continue
      column += columns
      if (lines === undefined || sources === undefined) continue
      line += lines
      source += sources
      stretches.push({ column, line, source })
    }
    return stretches
  })
}

/**
 * The numbers of one segment, as base 64 with a continuation bit.
 * @param {string} segment
 * @returns {number[]}
 */
function numbersOf(segment) {
  /** @type {number[]} */
  const numbers = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = digits.indexOf(digit)
    value += (bits & 31) * 2 ** shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value % 2 ? -Math.floor(value / 2) : value / 2)
    value = 0
    shift = 0
  }
  return numbers
}

/**
 * Where a generated position was written: by the last stretch that begins at or before it.
 * @param {readonly (readonly Stretch[])[]} lines
 * @param {Position} position
 * @returns {Position}
 */
export function writtenAt(lines, position) {
  for (let line = Math.min(position.line, lines.length); line >= 1; line--) {
    const stretches = lines[line - 1] ?? []
    const limit = line === position.line ? position.column - 1 : Number.POSITIVE_INFINITY
    const found = stretches.findLast((stretch) => stretch.column <= limit)
    if (found) return { line: found.line + 1, column: found.source + 1 }
  }
  return { line: 1, column: 1 }
}
