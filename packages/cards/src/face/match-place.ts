import type { Place } from '../text/place.ts'

/** A line that was cut on its left begins with this mark, and `grep` puts the match this far behind it. */
const cutMark = '…'
const matchAt = 81

/** A longer pattern is not looked into. */
const longestPattern = 200

/** What is no plain text in a regular expression: escapes, classes, groups, repetitions and anchors. */
const syntax =
  /\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[a-zA-Z]*[:)]|\{[\d,]*\}|[.*+?^$()|[\]{}\\]/u

/**
 * What a search with these arguments looks for, as plain texts of which a matching line likely holds one, the
 * longest first. Empty where the arguments have no pattern that can be read so.
 */
export function soughtTexts(argumentsText: string): string[] {
  const pattern = patternOf(argumentsText)
  if (pattern === undefined || pattern.length > longestPattern) return []
  const parts = pattern.split(syntax).filter((part) => part.trim() !== '')
  return [pattern, ...parts.toSorted((a, b) => b.length - a.length)]
}

function patternOf(argumentsText: string): string | undefined {
  try {
    const { pattern } = JSON.parse(argumentsText) as { pattern?: unknown }
    return typeof pattern === 'string' && pattern !== '' ? pattern : undefined
  } catch {
    return undefined
  }
}

/** Where a line seems to match; `undefined` where nothing tells. A guess decides only which part of it is shown. */
export function matchPlace(line: string, sought: readonly string[]): Place | undefined {
  const isCut = line.startsWith(cutMark)
  const from = isCut ? matchAt : 0
  const lower = line.toLowerCase()
  for (const text of sought) {
    for (const at of [
      line.indexOf(text, from),
      lower.indexOf(text.toLowerCase(), from),
      line.indexOf(text),
    ]) {
      if (at >= 0) return { at, length: text.length }
    }
  }
  return isCut ? { at: matchAt, length: 1 } : undefined
}
