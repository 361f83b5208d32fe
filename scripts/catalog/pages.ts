import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of the languages that every page is written in. */
export const languages = ['en', 'ja'] as const

/** The pages of one language, below its folder: `guide/get-started.md`. */
export function pagesIn(root: string, language: (typeof languages)[number]): string[] {
  return readdirSync(join(root, 'docs', language), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
}

/** The pages beside the documentation, those that are there. */
export function otherPages(root: string): string[] {
  return ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].filter((name) =>
    existsSync(join(root, name)),
  )
}
