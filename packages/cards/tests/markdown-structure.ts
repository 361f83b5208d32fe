/** What a Markdown parser makes of a text, as far as it matters here. */
export interface Structure {
  /** What has a meaning in Markdown, marks and all, without code and links. */
  readonly outside: readonly string[]
  readonly code: readonly string[]
  readonly links: readonly string[]
}

interface Fence {
  readonly indent: number
  readonly ticks: number
}

/**
 * Reads Markdown by the rules of CommonMark for lists, fenced code, code spans and automatic links.
 * @throws Error on whatever else could begin there, and on code that does not end.
 */
export function structureOf(markdown: string): Structure {
  const found = { outside: [] as string[], code: [] as string[], links: [] as string[] }
  let fence: Fence | undefined
  for (const line of markdown.split('\n')) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined
      else found.code.push(inside(line, fence))
      continue
    }
    fence = opened(line)
    if (fence === undefined) readInline(line.replace(/^(?: {2})*(?:- )?/, ''), found)
  }
  if (fence !== undefined) throw new Error(`a fence is never closed:\n${markdown}`)
  return found
}

function opened(line: string): Fence | undefined {
  const match = /^( *)(`{3,})([^`]*)$/.exec(line)
  if (match === null) return undefined
  const [, indent = '', ticks = '', info = ''] = match
  if (!/^[A-Za-z0-9+#_-]*$/.test(info)) throw new Error(`an odd language: ${info}`)
  return { indent: indent.length, ticks: ticks.length }
}

function closes(line: string, { indent, ticks }: Fence): boolean {
  const [, blanks = '', run = ''] = /^( *)(`{3,}) *$/.exec(line) ?? []
  return run.length >= ticks && blanks.length <= indent + 3
}

function inside(line: string, { indent }: Fence): string {
  if (line.trim() !== '' && !line.startsWith(' '.repeat(indent))) {
    throw new Error(`a line leaves its list and with it its fence: ${line}`)
  }
  return line.slice(indent)
}

function readInline(line: string, found: { outside: string[]; code: string[]; links: string[] }): void {
  if (/^ {4}|^\t/.test(line)) throw new Error(`indented code: ${line}`)
  let outside = ''
  for (let at = 0; at < line.length;) {
    const rest = line.slice(at)
    const [escape] = /^\\[!-/:-@[-`{-~]/.exec(rest) ?? []
    const [ticks] = /^`+/.exec(rest) ?? []
    const [link] = /^<https?:\/\/[^\s<>]+>/.exec(rest) ?? []
    if (escape !== undefined) at += 2
    else if (ticks !== undefined) {
      const span = new RegExp(`^${ticks}(?!\`)(.*?[^\`])${ticks}(?!\`)`, 'su').exec(rest)
      if (span === null) throw new Error(`a code span is never closed: ${line}`)
      found.code.push(span[1]!)
      at += span[0].length
    } else if (link !== undefined) {
      found.links.push(link.slice(1, -1))
      at += link.length
    } else {
      outside += line[at]
      at++
    }
  }
  if (/[<>[\]_|#&]/.test(outside)) throw new Error(`a mark outside of code: ${outside}`)
  if (outside.trim() !== '') found.outside.push(outside.trim())
}
