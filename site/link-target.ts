import { posix } from 'node:path'

/** Where a link of a page leads, in the checkout. */
export interface LinkTarget {
  /** A file or a folder, such as `packages/tools/src/index.ts`. */
  readonly path: string
  /** With its `#`; empty where there is none. */
  readonly hash: string
}

/** Reads a relative link of a file of the checkout; `undefined` for one that leads elsewhere, or nowhere else. */
export function targetOf(file: string, link: string): LinkTarget | undefined {
  if (/^(?:[a-z][a-z+.-]*:|\/|#)/i.test(link)) return undefined
  const [path = '', ...hash] = link.split('#')
  return {
    path: posix.join(posix.dirname(file), decodeURI(path)).replace(/\/$/, ''),
    hash: hash.length === 0 ? '' : `#${hash.join('#')}`,
  }
}

/** The address in the site of what a link leads to. */
export function addressOf({ path, hash }: LinkTarget): string {
  const [, language, page] = /^docs\/(en|ja)\/(.+)\.md$/.exec(path) ?? []
  if (page !== undefined) return `${language === 'ja' ? '/ja/' : '/'}${page}.md${hash}`
  const image = /^docs\/(images\/.+)$/.exec(path)?.[1]
  return image === undefined ? `/source/${path}.html${hash}` : `/${image}`
}
