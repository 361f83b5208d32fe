import { readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import type { PageOutline } from './page-outline.ts'
import type { Flaw } from './section.ts'

/** Links that lead nowhere: to files that are not there, headings that no page has, lines behind the end of a file. */
export function deadLinks(root: string, outlines: ReadonlyMap<string, PageOutline>): Flaw[] {
  const lengths = new Map<string, number>()
  const places = { root, outlines, lengths }
  return [...outlines.values()].flatMap((page) =>
    page.targets.flatMap(({ href, line }) => {
      const what = flawOf(places, page, href)
      return what === undefined ? [] : [{ where: `${page.file}:${line}`, what: `links to ${href}, ${what}` }]
    }),
  )
}

interface Places {
  readonly root: string
  readonly outlines: ReadonlyMap<string, PageOutline>
  /** How many lines a file has, of those that were read. */
  readonly lengths: Map<string, number>
}

function flawOf(places: Places, page: PageOutline, href: string): string | undefined {
  if (/^[a-z][a-z+.-]*:|^\/\//.test(href)) return undefined
  const [path = '', anchor] = href.split('#', 2)
  if (path.startsWith('/')) return 'which is no relative path: begin at the folder of the page'
  const target = path === '' ? page.file : pathFrom(places.root, page.file, path)
  const found = target.startsWith('..')
    ? undefined
    : statSync(join(places.root, target), { throwIfNoEntry: false })
  if (found === undefined) return 'which is not there: correct the path or remove the link'
  if (anchor === undefined) return undefined
  const outline = places.outlines.get(target)
  if (outline !== undefined) {
    return outline.headings.some(({ slug }) => slug === anchor)
      ? undefined
      : `but ${target} has no such heading: take the anchor of one that it has`
  }
  const last = /^L\d+(?:-L(\d+))?$/.exec(anchor)
  if (last === null || !found.isFile()) return `but #${anchor} is no line of a file: write it as #L12`
  const line = Number(last[1] ?? anchor.slice(1))
  const length = lengthOf(places, target)
  return line >= 1 && line <= length ? undefined : `but ${target} has ${length} lines: correct the line`
}

function pathFrom(root: string, file: string, path: string): string {
  return relative(root, resolve(root, dirname(file), path))
    .split(sep)
    .join(posix.sep)
}

function lengthOf({ root, lengths }: Places, file: string): number {
  const before = lengths.get(file)
  if (before !== undefined) return before
  const length = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
  lengths.set(file, length)
  return length
}
