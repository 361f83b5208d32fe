import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { groups, type Group, type Language } from './groups.ts'
import { root } from './places.ts'

/** Entries of the bar above: the first page of each group. */
export function navigationOf(language: Language): DefaultTheme.NavItem[] {
  return groups.flatMap((group) => {
    const [first] = pagesOf(language, group)
    if (first === undefined) return []
    return {
      text: group.name[language.folder],
      link: addressOf(language, first),
      activeMatch: `^${language.base}${group.folder}/`,
    }
  })
}

/** All pages by their groups, called by their own titles. Pages of a folder within a group stand below each other. */
export function sidebarOf(language: Language): DefaultTheme.SidebarItem[] {
  return groups.map((group) => {
    const pages = pagesOf(language, group)
    return {
      text: group.name[language.folder],
      collapsed: group.isOpen !== true,
      items: pages.map((page) => pageLink(language, page)),
    }
  })
}

/** The address of a page of a language, and its title. */
export function pageLink(language: Language, page: string): { text: string; link: string } {
  return { text: titleOf(language, page), link: addressOf(language, page) }
}

/** The pages of a group below the folder of a language: `guide/get-started.md`, and folders within it last. */
function pagesOf({ folder }: Language, group: Group): string[] {
  const rank = (page: string): string => {
    const place = group.first.indexOf(page.replace(/\.md$/, ''))
    const depth = page.split('/').length
    return `${depth} ${place < 0 ? 'z' : String(place).padStart(3, '0')} ${page}`
  }
  return readdirSync(join(root, 'docs', folder, group.folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .map((name) => `${group.folder}/${name}`)
}

function addressOf({ base }: Language, page: string): string {
  return `${base}${page.replace(/\.md$/, '.html')}`
}

function titleOf({ folder }: Language, page: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(join(root, 'docs', folder, page), 'utf8'))?.[1]
  if (title === undefined) throw new Error(`docs/${folder}/${page} has no title: begin it with a line "# …"`)
  // Beside each other, the pages of exports are told apart by their packages alone.
  const plain = page.startsWith('api/') ? (/`(.+)`/.exec(title)?.[1] ?? title) : title.replaceAll('`', '')
  const number = /^(\d{4})-/.exec(basename(page))?.[1]
  return number === undefined || !dirname(page).endsWith('decisions') || plain.startsWith(number)
    ? plain
    : `${number} ${plain}`
}
