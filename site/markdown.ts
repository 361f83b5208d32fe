import { relative } from 'node:path'
import { slug } from 'github-slugger'
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress'
import { addressOf, targetOf } from './link-target.ts'
import { staged } from './places.ts'

/** What VitePress says of the page that it renders. */
interface PageEnvironment {
  /** Missing where only a title is read. */
  readonly path?: string
  readonly realPath?: string
}

/** Pages are read as a forge reads them: its anchors, links between files of the checkout, no templates of Vue. */
export const markdown: MarkdownOptions = {
  anchor: { slugify: (title) => slug(title) },
  attrs: { disable: true },
  config: (md) => {
    md.core.ruler.push('links-of-the-checkout', ({ tokens, env }) => {
      const page = pageOf(env as PageEnvironment)
      for (const token of tokens.flatMap(({ children }) => children ?? []))
        for (const name of ['href', 'src']) relink(token, name, `docs/${page}`)
    })
    escapeTemplates(md)
  },
}

function pageOf({ path = staged, realPath = path }: PageEnvironment): string {
  return relative(staged, realPath)
}

type Token = ReturnType<MarkdownRenderer['parse']>[number]

function relink(token: Token, name: string, file: string): void {
  const link = token.attrGet(name)
  const target = link === null ? undefined : targetOf(file, link)
  if (target === undefined) return
  const address = addressOf(target)
  token.attrSet(name, address)
  // The router knows pages of VitePress alone.
  if (name === 'href' && !/\.md(?:#|$)/.test(address)) token.attrSet('target', '_self')
}

/** Vue takes two braces in a text for a program. */
function escapeTemplates(md: MarkdownRenderer): void {
  const { text } = md.renderer.rules
  if (text === undefined) throw new Error('VitePress has no rule for texts')
  md.renderer.rules.text = (...args) => text(...args).replaceAll('{{', '&#123;&#123;')
}
