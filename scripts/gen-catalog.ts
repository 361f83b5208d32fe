// Writes the generated sections of the pages, or says how they differ: npm run gen-catalog, npm run verify-catalog.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { fill } from './catalog/markers.ts'
import { languages, pagesIn } from './catalog/pages.ts'
import type { Flaw, Written } from './catalog/section.ts'
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
  return languages.flatMap((language) =>
    pagesIn(root, language).flatMap((page) => {
      const file = `docs/${language}/${page}`
      const before = readFileSync(join(root, file), 'utf8')
      const { text, flaws } = fill(
        file,
        before,
        sections.filter((one) => one.page === page),
      )
      if (text === before) return flaws
      if (words.includes('--verify')) {
        return [...flaws, { where: file, what: 'is not what the sources say: run npm run gen-catalog' }]
      }
      writeFileSync(join(root, file), text)
      return flaws
    }),
  )
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
