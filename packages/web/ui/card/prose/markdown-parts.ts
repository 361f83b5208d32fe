/** A stretch of a message that can be read on its own: what comes later does not change it. */
export type MarkdownPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A program between fences, of any size: it is never parsed. */
  | { readonly kind: 'code'; readonly language: string; readonly text: string }

const fence = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

/**
 * Cuts a message at its blank lines, where neither a fence nor a list goes on. A message that grows changes only its last
 * part, and no part makes a parser look at all of the others.
 */
export function markdownParts(message: string): MarkdownPart[] {
  const parts: MarkdownPart[] = []
  let lines: string[] = []
  let isList = false
  let wasBlank = false
  let closing: RegExp | undefined
  const close = (): void => {
    while (lines.at(-1)?.trim() === '') lines.pop()
    const text = lines.join('\n')
    if (text !== '') parts.push({ kind: 'text', text })
    lines = []
    isList = false
  }
  const all = message.split('\n')
  for (let at = 0; at < all.length; at++) {
    const line = all[at]!
    if (closing !== undefined) {
      lines.push(line)
      if (closing.test(line)) closing = undefined
      continue
    }
    const isBlank = line.trim() === ''
    if (!isBlank && wasBlank && !(isList && goesOn(line))) close()
    if (lines.length === 0 && !isBlank) isList = listItem.test(line)
    wasBlank = isBlank
    const opened = isList ? undefined : openingOf(line)
    if (opened === undefined) {
      if (isList) closing = closingOf(/^\s*(`{3,}|~{3,})/.exec(line)?.[1])
      lines.push(line)
      continue
    }
    close()
    const end = endOf(all, at + 1, opened.closing)
    parts.push({ kind: 'code', language: opened.language, text: all.slice(at + 1, end).join('\n') })
    at = end
  }
  close()
  return parts
}

/** Whether a line behind a blank one still belongs to the list. */
function goesOn(line: string): boolean {
  return /^\s{2}/.test(line) || listItem.test(line)
}

function openingOf(line: string): { readonly language: string; readonly closing: RegExp } | undefined {
  const [, , mark, info = ''] = fence.exec(line) ?? []
  const closing = closingOf(mark)
  if (closing === undefined || (mark!.startsWith('`') && info.includes('`'))) return undefined
  return { language: /^[\w+#.-]{1,30}/.exec(info.trim())?.[0]?.toLowerCase() ?? '', closing }
}

function closingOf(mark: string | undefined): RegExp | undefined {
  return mark === undefined ? undefined : new RegExp(`^\\s*\\${mark[0]!}{${mark.length},}\\s*$`)
}

/** The index of the line that closes a fence; behind the last line where none does, as while a message grows. */
function endOf(lines: readonly string[], from: number, closing: RegExp): number {
  for (let at = from; at < lines.length; at++) if (closing.test(lines[at]!)) return at
  return lines.length
}
