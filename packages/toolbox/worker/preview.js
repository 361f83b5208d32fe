/** Share of a cut line that stands before the match. */
const leadLength = 80

/**
 * A line as it is listed: whole, or the stretch around the match between `…` marks, whose ends split no character.
 * @param {number} lineNumber
 * @param {string} line
 * @param {number} matchAt
 * @param {number} lineLength - UTF-16 units of what is listed, marks included.
 * @returns {import('../src/grep/value.ts').FoundLine}
 */
export function preview(lineNumber, line, matchAt, lineLength) {
  if (line.length <= lineLength) return { lineNumber, line }
  const room = lineLength - 2
  const start = boundary(line, Math.max(0, Math.min(matchAt - leadLength, line.length - room)))
  const end = boundary(line, Math.min(line.length, start + room))
  const shown = line.slice(start, end)
  return { lineNumber, line: `${start > 0 ? '…' : ''}${shown}${end < line.length ? '…' : ''}`, cut: true }
}

/**
 * The position itself, or the one before it where it would split a code point.
 * @param {string} text
 * @param {number} at
 */
function boundary(text, at) {
  const splits = /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))
  return splits ? at - 1 : at
}
