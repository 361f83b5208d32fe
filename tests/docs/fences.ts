import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { root } from '../support/workspace.ts'

/** A fenced block of a page. */
export interface Fence {
  readonly page: string
  /** The line that opens it. */
  readonly line: number
  /** What stands behind the three backticks: `ts`, `sh`, `jsonc`. */
  readonly language: string
  readonly code: string
}

/** Where a fence stands, for messages. */
export const placeOf = ({ page, line }: Fence): string => `${page}:${line}`

/** Pages that are written by hand. The Japanese side has the same fences, and generated pages have none to run. */
const generated = /^docs\/en\/(?:reference|api)\//

/** The fences of a language in the README and the English pages; those cut from examples run with these. */
export function fencesOf(language: string): Fence[] {
  return pages().flatMap((page) => fencesIn(page).filter((fence) => fence.language === language))
}

function pages(): string[] {
  const below = readdirSync(join(root, 'docs/en'), { recursive: true, encoding: 'utf8' })
  const written = below.map((name) => `docs/en/${name.replaceAll('\\', '/')}`).toSorted()
  return ['README.md', ...written.filter((page) => page.endsWith('.md') && !generated.test(page))]
}

const markdown = new MarkdownIt()

function fencesIn(page: string): Fence[] {
  const text = readFileSync(join(root, page), 'utf8')
  const lines = text.split('\n')
  return markdown.parse(text, {}).flatMap(({ type, map, info, content }) => {
    if (type !== 'fence' || map === null) return []
    const isCut = lines[map[0] - 1]?.trimStart().startsWith('<!-- snippet:') === true
    return isCut ? [] : [{ page, line: map[0] + 1, language: info.trim(), code: content }]
  })
}
