import { escapeVisible, text, type ContentBlock } from '@millrace/protocol'
import { searchNotes } from '../workspace/search-notes.ts'
import type { GlobValue } from './value.ts'

/** What the model reads: a path a line, then what it should know of the search. */
export function renderGlob(value: GlobValue): ContentBlock[] {
  const { paths, total, truncated } = value
  const lines = paths.map((path) => escapeVisible(path))
  if (total === 0) lines.push(`[no files match ${JSON.stringify(value.pattern)}${hint(value)}]`)
  if (truncated)
    lines.push(`[${paths.length} of ${total} files are listed; narrow the pattern or raise maxResults]`)
  return [text([...lines, ...searchNotes(value)].join('\n'))]
}

/** A pattern without a slash looks at one folder alone, which is often not what was meant. */
function hint({ pattern, path }: GlobValue): string {
  if (pattern.includes('/')) return ` in ${escapeVisible(path)}`
  return ` directly in ${escapeVisible(path)}; ${JSON.stringify(`**/${pattern}`)} looks at any depth`
}
