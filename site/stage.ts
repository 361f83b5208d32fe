import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { languages } from './groups.ts'
import { addressOf, targetOf } from './link-target.ts'
import { root, staged } from './places.ts'

/** Lays out what VitePress builds from: the pages of `docs` as they are, and their pictures. */
export function stage(): void {
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(staged, { recursive: true })
  for (const { folder } of languages)
    cpSync(join(root, 'docs', folder), join(staged, folder), { recursive: true })
  cpSync(join(root, 'docs/images'), join(staged, 'public/images'), { recursive: true })
  cpSync(join(root, 'packages/web/ui/public/icon.svg'), join(staged, 'public/icon.svg'))
}

/**
 * The files outside of the pages that a page links to.
 * @throws Error naming every link that leads to no file of the checkout.
 */
export function linkedSources(): string[] {
  const tracked = filesOfCheckout()
  const dead: string[] = []
  const sources = new Set<string>()
  for (const { folder } of languages) {
    for (const file of pagesOf(folder)) {
      for (const link of linksOf(file)) {
        const target = targetOf(file, link)
        if (target === undefined) continue
        if (!tracked.has(target.path)) dead.push(`${file} links to ${link}, which is no file of the checkout`)
        else if (addressOf(target).startsWith('/source/')) sources.add(target.path)
      }
    }
  }
  if (dead.length > 0) throw new Error(dead.join('\n'))
  return [...sources].toSorted()
}

function filesOfCheckout(): ReadonlySet<string> {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  return new Set(files.filter((file) => file !== '' && existsSync(join(root, file))))
}

function pagesOf(folder: string): string[] {
  return readdirSync(join(root, 'docs', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${folder}/${name}`)
}

const markdown = new MarkdownIt({ html: true })

function linksOf(file: string): string[] {
  const tokens = markdown.parse(readFileSync(join(root, file), 'utf8'), {})
  return tokens.flatMap(({ children }) =>
    (children ?? []).flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? []),
  )
}
