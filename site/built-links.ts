import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the pages of a built site link to that is not there, a line for each: files, and places within pages. */
export function deadLinks(folder: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  const places = new Map(pages.map((page) => [page, placesOf(readFileSync(join(folder, page), 'utf8'))]))
  return pages.flatMap((page) =>
    linksOf(readFileSync(join(folder, page), 'utf8')).flatMap((link) => {
      const [path = '', hash = ''] = link.split('#')
      const file = fileOf(folder, page, path)
      if (!existsSync(join(folder, file))) return `${page} links to ${link}, which is not there`
      const there = places.get(file)
      if (hash === '' || there === undefined || there.has(decodeURIComponent(hash))) return []
      return `${page} links to ${link}, and there is no #${decodeURIComponent(hash)} on that page`
    }),
  )
}

function placesOf(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => plain(id)))
}

function linksOf(html: string): string[] {
  const links = html.matchAll(/<(?:a|img|link|script)\b[^>]*? (?:href|src)="([^"]+)"/g)
  return Array.from(links, ([, link = '']) => plain(link)).filter((link) => !/^(?:[a-z]+:|\/\/)/i.test(link))
}

function fileOf(folder: string, page: string, path: string): string {
  const decoded = decodeURI(path)
  if (decoded === '') return page
  const file = decoded.startsWith('/') ? decoded.slice(1) : join(dirname(page), decoded)
  if (file === '' || file.endsWith('/')) return `${file}index.html`
  return file
}

function plain(text: string): string {
  return text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
}
