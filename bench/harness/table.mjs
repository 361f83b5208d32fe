/**
 * A table that reads well both as Markdown and on a terminal: first column left, the others right.
 * @param {string[]} columns
 * @param {string[][]} rows
 */
export function table(columns, rows) {
  const widths = columns.map((column, at) =>
    Math.max(...[column, ...rows.map((row) => row[at] ?? '')].map(width)),
  )
  const line = (/** @type {string[]} */ cells) =>
    `| ${columns.map((_, at) => pad(cells[at] ?? '', widths[at], at > 0)).join(' | ')} |`
  const rule = `| ${widths.map((size, at) => (at > 0 ? `${'-'.repeat(size - 1)}:` : '-'.repeat(size))).join(' | ')} |`
  return [line(columns), rule, ...rows.map(line)].join('\n')
}

/** @param {string} text */
const width = (text) => text.length

/** @param {string} text @param {number} size @param {boolean} right */
function pad(text, size, right) {
  const space = ' '.repeat(Math.max(0, size - width(text)))
  return right ? space + text : text + space
}
