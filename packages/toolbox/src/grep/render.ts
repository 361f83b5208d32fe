import { escapeVisible, text, type ContentBlock } from '@millrace/protocol'
import { searchNotes } from '../workspace/search-notes.ts'
import { orderedLines } from './ordered-lines.ts'
import type { FoundLine, GrepFile, GrepValue } from './value.ts'

/** What the model reads: matches by file, then what it should know of the search. */
export function renderGrep(value: GrepValue): ContentBlock[] {
  const files = value.files.map(fileText)
  return [text([...files, `[${summary(value)}]`, ...searchNotes(value)].join('\n'))]
}

/** `12: match`, `13- context`, and `--` where lines are left out between contexts. */
function fileText(file: GrepFile): string {
  const { path, context = [] } = file
  const lines = [escapeVisible(path)]
  let last: FoundLine | undefined
  for (const found of orderedLines(file)) {
    const isGap = context.length > 0 && last !== undefined && found.lineNumber > last.lineNumber + 1
    if (isGap) lines.push('--')
    lines.push(`${found.lineNumber}${found.isContext ? '-' : ':'} ${found.line}`)
    last = found
  }
  return `${lines.join('\n')}\n`
}

function summary({ pattern, path, files, total, totalFiles, searched, truncated }: GrepValue): string {
  const where = `${counted(searched, 'file')} searched in ${escapeVisible(path)}`
  if (total === 0) return `no line matches ${JSON.stringify(pattern)}; ${where}`
  const amount = `${counted(total, 'matching line')} in ${counted(totalFiles, 'file')}; ${where}`
  if (!truncated) return amount
  const listed = files.reduce((sum, { matches }) => sum + matches.length, 0)
  return `${amount}; ${listed} are listed: narrow the pattern, path or include, or raise maxResults`
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
