import type { PageOutline } from './page-outline.ts'
import { languages, pagesIn } from './pages.ts'
import type { Flaw } from './section.ts'

/** Pages that a language has and another has not. */
export function missingSides(root: string): Flaw[] {
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

/** Pages whose sides do not tell the same: other code, or other chapters. */
export function differentSides(outlines: ReadonlyMap<string, PageOutline>): Flaw[] {
  const [first, ...others] = languages
  return [...outlines.values()].flatMap((one) => {
    const sides = others.map((other) => outlines.get(one.file.replace(`docs/${first}/`, `docs/${other}/`)))
    return sides.flatMap((side) =>
      side === undefined || side === one
        ? []
        : [...differentCode(one, side), ...differentHeadings(one, side)],
    )
  })
}

function differentCode(one: PageOutline, side: PageOutline): Flaw[] {
  const length = Math.max(one.fences.length, side.fences.length)
  for (let at = 0; at < length; at++) {
    const [here, there] = [one.fences[at], side.fences[at]]
    if (here?.info === there?.info && here?.text === there?.text) continue
    const where = there === undefined ? side.file : `${side.file}:${there.line}`
    const what =
      here === undefined
        ? `has code that ${one.file} has not`
        : `has not the code of ${one.file}:${here.line}`
    return [{ where, what: `${what}: both sides show the same code, in the same order` }]
  }
  return []
}

function differentHeadings(one: PageOutline, side: PageOutline): Flaw[] {
  const countOf = ({ headings }: PageOutline, level: number): number =>
    headings.filter((heading) => heading.level === level).length
  return [1, 2, 3, 4, 5, 6].flatMap((level) => {
    const [here, there] = [countOf(one, level), countOf(side, level)]
    const what = `has ${there} headings of level ${level} where ${one.file} has ${here}: give both sides the same chapters`
    return here === there ? [] : [{ where: side.file, what }]
  })
}
