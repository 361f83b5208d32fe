import { escapeVisible } from '@millrace/protocol'

/** UTF-16 units of one text of a call; what is longer is in the session's log. */
export const longestText = 64 * 1024

const longestTitle = 300

/** A text of a call with its middle left out, and said so, where it is too long. */
export function boundedText(text: string, most: number = longestText): string {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  const [head, tail] = [text.slice(0, half), text.slice(-half)]
  const start = head.replace(/[\ud800-\udbff]$/, '')
  const end = tail.replace(/^[\udc00-\udfff]/, '')
  const hidden = text.length - start.length - end.length
  return `${start}\n[… ${hidden} characters are not shown …]\n${end}`
}

/** One line in which nothing hides. */
export function titleText(text: string): string {
  const line = escapeVisible(text.slice(0, longestTitle + 1)).replaceAll('\\n', ' ⏎ ')
  return text.length > longestTitle ? `${line.slice(0, longestTitle)}… (${text.length} characters)` : line
}

/**
 * A text as it is, in an editor that reads Markdown: nothing in it ends the block.
 * @param most - UTF-16 units beyond which its middle is left out.
 */
export function fenced(text: string, language = '', most: number = longestText): string {
  const body = escapeVisible(boundedText(text, most), { lines: true })
  let longest = 2
  for (const [run] of body.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+-]{1,20}$/.test(language) ? language : ''}\n${body}${body.endsWith('\n') ? '' : '\n'}${fence}`
}

/** The same with all of it, however long: for what somebody decides about. */
export function fencedWhole(text: string, language = ''): string {
  return fenced(text, language, Infinity)
}
