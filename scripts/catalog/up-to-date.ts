import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deadLinks } from './links.ts'
import { fill } from './markers.ts'
import { outlinesBelow } from './page-outline.ts'
import { allPages, languages, type PageFile } from './pages.ts'
import type { Flaw, Section, Written } from './section.ts'
import { differentSides, missingSides } from './sides.ts'
import { cut } from './snippets.ts'

/** What makes one part of the catalogue, from the sources below a root. */
export type Writer = (root: string) => Promise<Written> | Written

/** Which pages, made from what, and whether they are only looked at. */
export interface Catalogue {
  readonly root: string
  readonly writers: readonly Writer[]
  /** Writes nothing: a page that differs is a flaw. */
  readonly verify: boolean
}

/** Brings all pages up to date, or says where they are not. Answers with everything that is wrong. */
export async function upToDate(catalogue: Catalogue): Promise<Flaw[]> {
  const { root, writers } = catalogue
  const written = await Promise.all(writers.map(async (write) => await write(root)))
  const sections = written.flatMap((one) => one.sections)
  const flaws = [
    ...written.flatMap((one) => one.flaws),
    ...missingSides(root),
    ...missingPages(root, sections),
    ...allPages(root).flatMap((page) => bring(catalogue, page, sections)),
  ]
  // Of what is written by now.
  const outlines = outlinesBelow(root)
  return [...flaws, ...differentSides(outlines), ...deadLinks(root, outlines)]
}

function bring({ root, verify }: Catalogue, { file, page }: PageFile, sections: readonly Section[]): Flaw[] {
  const before = readFileSync(join(root, file), 'utf8')
  const mine = sections.filter((section) => section.page === page)
  const filled = fill(file, before, mine)
  const { text, flaws } = cut(root, file, filled.text)
  const found = [...filled.flaws, ...flaws]
  if (text === before) return found
  if (!verify) {
    writeFileSync(join(root, file), text)
    return found
  }
  const where = `${file}:${firstDifference(before, text)}`
  return [...found, { where, what: 'is not what the sources say: run npm run gen-catalog' }]
}

function firstDifference(before: string, after: string): number {
  const lines = after.split('\n')
  return before.split('\n').findIndex((line, at) => line !== lines[at]) + 1
}

/** A page that no language has is nobody's missing side. */
function missingPages(root: string, sections: readonly Section[]): Flaw[] {
  return sections
    .filter(({ page }) => languages.every((language) => !existsSync(join(root, 'docs', language, page))))
    .map(({ page, name }) => ({
      where: `docs/en/${page}`,
      what: `is missing: write it with a title and the markers of the section "${name}"`,
    }))
}
