import { escapeVisible, text, type ContentBlock } from '@millrace/protocol'
import { searchNotes } from '../workspace/search-notes.ts'
import { anyDepthHint, inFolderHint } from './any-depth.ts'
import type { GlobValue } from './value.ts'

/** What the model reads: a path a line, then what it should know of the search. */
export function renderGlob(value: GlobValue): ContentBlock[] {
  const { paths, total, truncated } = value
  const lines = paths.map((path) => escapeVisible(path))
  if (total === 0) lines.push(`[no files match ${JSON.stringify(value.pattern)}${whereOf(value)}]`)
  if (truncated)
    lines.push(`[${paths.length} of ${total} files are listed; narrow the pattern or raise maxResults]`)
  return [text([...lines, ...searchNotes(value)].join('\n'))]
}

function whereOf({ pattern, path, isFolder }: GlobValue): string {
  if (isFolder === true) return ` in ${escapeVisible(path)}; ${inFolderHint(pattern)}`
  const hint = anyDepthHint(pattern)
  return hint === undefined ? ` in ${escapeVisible(path)}` : ` directly in ${escapeVisible(path)}; ${hint}`
}
