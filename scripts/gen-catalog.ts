// Writes the generated sections of the pages, or says how they differ: npm run gen-catalog, npm run verify-catalog.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { fill } from './catalog/markers.ts'
import { languages, pagesIn } from './catalog/pages.ts'
import type { Flaw, Written } from './catalog/section.ts'
import { cut } from './catalog/snippets.ts'
import { writers } from './catalog/writers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Answers the exit code: 0 where every page is as it should be. */
export async function main(words: readonly string[]): Promise<number> {
  const written = await Promise.all(writers.map((write) => write(root)))
  const flaws = [...written.flatMap((one) => one.flaws), ...missingSides(), ...update(written, words)]
  for (const { where, what } of flaws) console.error(`${where} ${what}`)
  return flaws.length === 0 ? 0 : 1
}

function update(written: readonly Written[], words: readonly string[]): Flaw[] {
  const sections = written.flatMap((one) => one.sections)
  const pages = languages.flatMap((language) =>
    pagesIn(root, language).map((page) => ({
      file: `docs/${language}/${page}`,
      own: sections.filter((one) => one.page === page),
    })),
  )
  return [...pages, { file: 'README.md', own: [] }].flatMap(({ file, own }) => {
    const before = readFileSync(join(root, file), 'utf8')
    const filled = fill(file, before, own)
    const { text, flaws } = cut(root, file, filled.text)
    const found = [...filled.flaws, ...flaws]
    if (text === before) return found
    if (words.includes('--verify')) {
      return [...found, { where: file, what: 'is not what the sources say: run npm run gen-catalog' }]
    }
    writeFileSync(join(root, file), text)
    return found
  })
}

function missingSides(): Flaw[] {
  return languages.flatMap((language) => {
    const here = pagesIn(root, language)
    return languages
      .filter((other) => other !== language)
      .flatMap((other) => pagesIn(root, other))
      .filter((page) => !here.includes(page))
      .map((page) => ({
        where: `docs/${language}/${page}`,
        what: 'is missing: every page has both languages',
      }))
  })
}
