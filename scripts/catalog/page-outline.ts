import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import GithubSlugger from 'github-slugger'
import type { Token } from 'markdown-it'
import { lineOf, snippetSource, tokensOf } from './markdown.ts'
import { allPages } from './pages.ts'

/** What checks need of a page. Lines count from 1. */
export interface PageOutline {
  readonly file: string
  readonly headings: readonly { readonly level: number; readonly slug: string; readonly line: number }[]
  /** Of links and images, as they are written. */
  readonly targets: readonly { readonly href: string; readonly line: number }[]
  readonly fences: readonly OutlinedFence[]
}

/** A fenced block of a page. */
export interface OutlinedFence {
  /** What stands behind the backticks: `ts`, `sh`, `jsonc`. */
  readonly info: string
  readonly text: string
  /** The line that opens it. */
  readonly line: number
  /** Whether it is cut from a file. */
  readonly isSnippet: boolean
}

/** Every page as it is written now, by its path. */
export function outlinesBelow(root: string): ReadonlyMap<string, PageOutline> {
  return new Map(allPages(root).map(({ file }) => [file, outlineOf(root, file)]))
}

/** One page as it is written now. */
export function outlineOf(root: string, file: string): PageOutline {
  const tokens = tokensOf(readFileSync(join(root, file), 'utf8'))
  const slugger = new GithubSlugger()
  return {
    file,
    headings: tokens.flatMap((token, at) => {
      if (token.type !== 'heading_open') return []
      return [
        {
          level: Number(token.tag.slice(1)),
          slug: slugger.slug(textOf(tokens[at + 1])),
          line: lineOf(token),
        },
      ]
    }),
    targets: targetsOf(tokens),
    fences: tokens.flatMap((token, at) => {
      if (token.type !== 'fence') return []
      const { info, content: text } = token
      const before = tokens[at - 1]
      const isSnippet = before !== undefined && snippetSource(before) !== undefined
      return [{ info: info.trim(), text, line: lineOf(token), isSnippet }]
    }),
  }
}

function textOf(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
}

function targetsOf(tokens: readonly Token[]): { href: string; line: number }[] {
  // A cell of a table has no line of its own, but its row has.
  let line = 1
  return tokens.flatMap((token) => {
    if (token.map !== null) line = lineOf(token)
    return targetsIn(token).map((href) => ({ href, line }))
  })
}

function targetsIn({ children }: Token): string[] {
  return (children ?? []).flatMap((token) => {
    const target =
      token.type === 'image'
        ? token.attrGet('src')
        : token.type === 'link_open'
          ? token.attrGet('href')
          : null
    return target === null ? [] : [decodeURI(target)]
  })
}
