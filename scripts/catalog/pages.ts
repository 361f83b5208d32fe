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

/** A page by its file: `docs/en/guide/get-started.md`. */
export interface PageFile {
  readonly file: string
  /** Where it stands below the folder of its language; absent beside the documentation. */
  readonly page?: string
}

/** Every page of the documentation, and those beside it that are there. */
export function allPages(root: string): PageFile[] {
  const below = languages.flatMap((language) =>
    pagesIn(root, language).map((page) => ({ file: `docs/${language}/${page}`, page })),
  )
  const beside = ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md']
    .filter((file) => existsSync(join(root, file)))
    .concat(readmesBelow(root, 'examples'), readmesBelow(root, 'packages'))
    .map((file) => ({ file }))
  return [...below, ...beside]
}

/** What stands beside each package and each example that has a folder of its own. */
export function readmesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}/README.md`)
    .filter((file) => existsSync(join(root, file)))
    .toSorted()
}
