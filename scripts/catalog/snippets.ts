import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { lineOf, snippetSource, tokensOf } from './markdown.ts'
import type { Filled } from './markers.ts'
import type { Flaw } from './section.ts'

/** The fence that a line `<!-- snippet: examples/policy.ts#core -->` stands above, in lines of its page. */
interface Place {
  readonly source: string
  readonly line: number
  /** The lines of the fence, from its first to behind its last; absent where none follows the marker. */
  readonly fence?: readonly [start: number, end: number]
}

const languages: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.mjs': 'js',
  '.json': 'json',
  '.jsonc': 'jsonc',
  '.sh': 'sh',
  '.md': 'md',
}

/** Fills the fences of a page that are cut from files below the root: all of a file, or one of its regions. */
export function cut(root: string, file: string, text: string): Filled {
  const lines = text.split('\n')
  const flaws: Flaw[] = []
  for (const { source, line, fence } of placesIn(text).toReversed()) {
    try {
      if (fence === undefined) throw new Error('has no fence on the next line: add one of ``` and ```')
      lines.splice(fence[0], fence[1] - fence[0], ...fenced(source, snippet(root, source)))
    } catch (error) {
      flaws.unshift({ where: `${file}:${line}`, what: `the snippet ${source} ${(error as Error).message}` })
    }
  }
  return { text: lines.join('\n'), flaws }
}

function placesIn(text: string): Place[] {
  if (!text.includes('<!-- snippet: ')) return []
  const lines = text.split('\n')
  const tokens = tokensOf(text)
  return tokens.flatMap((token, at) => {
    const source = snippetSource(token)
    if (source === undefined) return []
    const next = tokens[at + 1]
    const fence = next?.type === 'fence' && next.map?.[0] === lineOf(token) ? next.map : undefined
    // A fence that nothing closes goes on to the end of the page.
    const isClosed = fence && fence[1] > fence[0] + 1 && lines[fence[1] - 1]?.trimEnd() === next?.markup
    return [{ source, line: lineOf(token), ...(isClosed && { fence }) }]
  })
}

function fenced(source: string, body: readonly string[]): string[] {
  const inside = body.map((line) => /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0)
  const ticks = '`'.repeat(Math.max(3, ...inside.map((length) => length + 1)))
  const [path = ''] = source.split('#')
  return [`${ticks}${languages[extname(path)] ?? 'text'}`, ...body, ticks]
}

function snippet(root: string, source: string): string[] {
  const [path = '', region] = source.split('#')
  if (!existsSync(join(root, path))) throw new Error('names a file that is not there')
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  return dedented((region === undefined ? lines : regionOf(lines, region)).filter((line) => !isMarker(line)))
}

function regionOf(lines: readonly string[], name: string): string[] {
  const starts = lines.flatMap((line, at) => (line.trim() === `// #region ${name}` ? [at] : []))
  const [start] = starts
  if (start === undefined) throw new Error(`names a region that is not there: // #region ${name}`)
  if (starts.length > 1) throw new Error('names a region that begins twice')
  const end = lines.findIndex((line, at) => at > start && line.trim() === `// #endregion ${name}`)
  if (end < 0) throw new Error(`names a region that is never closed: add // #endregion ${name}`)
  return lines.slice(start + 1, end)
}

function isMarker(line: string): boolean {
  return /^\s*\/\/ #(?:end)?region\b/.test(line)
}

/** Without the indent that all lines share, and without blank lines at both ends. */
function dedented(lines: readonly string[]): string[] {
  const full = lines.filter((line) => line.trim() !== '')
  const indent = Math.min(...full.map((line) => line.length - line.trimStart().length))
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return lines.slice(first, last + 1).map((line) => line.slice(indent).trimEnd())
}
