import type { Shown } from '../text/shown.ts'

/** A text as a code span, in which Markdown has no meaning; empty where there is nothing to show. */
export function codeSpan(text: Shown): string {
  if (text.trim() === '') return ''
  const ticks = '`'.repeat(longestRun(text) + 1)
  // One blank on each side belongs to the marks, where there is one on both.
  const isPadded = /^`|`$|^ .* $/.test(text)
  return isPadded ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`
}

/**
 * Lines as a fenced block, with a fence that none of them can close.
 * @param language - what the lines are; dropped where it is no plain word.
 */
export function fenced(lines: readonly Shown[], language: string): string[] {
  const longest = lines.reduce((most, line) => Math.max(most, longestRun(line)), 0)
  const fence = '`'.repeat(Math.max(3, longest + 1))
  const info = /^[A-Za-z][\w+#-]{0,19}$/.test(language) ? language : ''
  return [`${fence}${info}`, ...lines, fence]
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0)
}

/** The layout's own words outside of code. */
export function words(text: Shown): string {
  return text.replaceAll(/[\\`*_[\]<>&#|~$@!]/g, String.raw`\$&`)
}
