/** Characters of a link's address that are kept; of a longer one only the text stays. */
const mostCharacters = 2000

/** The absolute http or https address of a link, fit for Markdown; undefined for any other, and within the page. */
export function linkTarget(href: string | undefined, base: URL): string | undefined {
  if (href === undefined || href.startsWith('#') || href.length > mostCharacters) return undefined
  if (!URL.canParse(href, base.href)) return undefined
  const url = new URL(href, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  const address = url.href.replaceAll('(', '%28').replaceAll(')', '%29')
  return address.length > mostCharacters ? undefined : address
}
