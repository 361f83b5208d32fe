import { lineOf, type Piece } from '../layout/pieces.ts'
import type { Tone } from '../layout/row.ts'
import type { Highlight } from './highlight.ts'

/** Beyond so many lines or code units a stretch of a program is shown without colours. */
const mostLines = 200
const mostUnits = 20_000

/** The lines of a stretch of a program as pieces: coloured where somebody can, else each in one tone. */
export function colouredLines(
  lines: readonly string[],
  language: string | undefined,
  highlight: Highlight | undefined,
  tone: Tone = 'plain',
): Piece[][] {
  const known = highlight === undefined || language === undefined ? [] : asked(lines, language, highlight)
  return lines.map((text, index) => {
    const pieces = known[index]
    // A highlighter has no say in what the text is.
    if (pieces === undefined || lineOf(pieces) !== text) return [{ text, tone }]
    return pieces.map((piece) => (piece.tone === 'plain' ? { ...piece, tone } : piece))
  })
}

function asked(
  lines: readonly string[],
  language: string,
  highlight: Highlight,
): readonly (readonly Piece[])[] {
  const first = lines.slice(0, mostLines)
  let units = 0
  const end = first.findIndex((line) => (units += line.length + 1) > mostUnits)
  const code = (end < 0 ? first : first.slice(0, end)).join('\n')
  return code === '' ? [] : (highlight(code, language) ?? [])
}

/** The language of a file by the ending of its name, as highlighters name languages. */
export function languageOf(path: string): string | undefined {
  return /\.([A-Za-z0-9+]{1,12})$/.exec(path)?.[1]?.toLowerCase()
}
