import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deadLinks } from './links.ts'
import { fill } from './markers.ts'
import { outlinesBelow } from './page-outline.ts'
import { languages, otherPages, pagesIn } from './pages.ts'
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
export async function upToDate({ root, writers, verify }: Catalogue): Promise<Flaw[]> {
  const written = await Promise.all(writers.map(async (write) => await write(root)))
  const sections = written.flatMap((one) => one.sections)
  const flaws = [
    ...written.flatMap((one) => one.flaws),
    ...missingSides(root),
    ...missingPages(root, sections),
    ...pagesOf(root, sections).flatMap((page) => bring(root, page, verify)),
  ]
  // Of what is written by now.
  const outlines = outlinesBelow(root)
  return [...flaws, ...differentSides(outlines), ...deadLinks(root, outlines)]
}

interface Page {
  readonly file: string
  readonly sections: readonly Section[]
}

function pagesOf(root: string, sections: readonly Section[]): Page[] {
  const pages = languages.flatMap((language) =>
    pagesIn(root, language).map((page) => ({
      file: `docs/${language}/${page}`,
      sections: sections.filter((one) => one.page === page),
    })),
  )
  return [...pages, ...otherPages(root).map((file) => ({ file, sections: [] }))]
}

function bring(root: string, { file, sections }: Page, verify: boolean): Flaw[] {
  const before = readFileSync(join(root, file), 'utf8')
  const filled = fill(file, before, sections)
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
