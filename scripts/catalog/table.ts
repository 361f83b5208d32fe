/** A table in Markdown. Cells are Markdown already: see `prose` and `code`. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A plain text as a cell or a paragraph; what stands between backticks stays code. */
export function prose(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(/[\\*_<>[\]{}|]/g, String.raw`\$&`) : inCell(part),
    )
    .join('')
}

/** A text as code in a cell. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return inCell(`${fence}${text}${fence}`)
}

/** A number as it is read, the same whatever the locale: 10,000. */
export function numeral(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A text as it stands, in a fence that nothing runs. */
export function verbatim(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``
}

// A bar ends a cell, even within code.
const inCell = (text: string): string => text.replaceAll('|', String.raw`\|`)
