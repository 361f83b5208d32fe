/** What a page consists of. */
export interface HtmlStructure {
  /** How often each element stands in it. */
  readonly elements: ReadonlyMap<string, number>
  readonly links: readonly string[]
  readonly pictures: readonly string[]
  /** What a reader sees, without the style. */
  readonly text: string
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel'],
  article: ['class'],
  b: [],
  body: [],
  code: ['class'],
  dd: [],
  details: ['class', 'open'],
  div: ['class'],
  dl: [],
  dt: [],
  footer: [],
  h1: [],
  head: [],
  header: [],
  html: ['lang'],
  i: [],
  img: ['alt', 'src'],
  li: [],
  main: [],
  meta: ['charset', 'content', 'http-equiv', 'name'],
  p: ['class'],
  pre: [],
  section: ['class'],
  span: ['class'],
  style: [],
  summary: [],
  title: [],
  ul: [],
}
const withoutEnd = new Set(['img', 'meta'])
const classes = /^[a-z][a-z-]*(?: [a-z][a-z-]*)*$/

/**
 * Reads a page as an HTML parser does that meets nothing but plain tags, quoted attributes, text and five entities.
 * @throws Error on whatever else there is, on elements and attributes that no page of ours has, and on wrong nesting.
 */
export function htmlStructure(page: string): HtmlStructure {
  const found = {
    elements: new Map<string, number>(),
    links: [] as string[],
    pictures: [] as string[],
    text: '',
  }
  const open: string[] = []
  const token = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>|([^<>]+)/y
  token.lastIndex = '<!doctype html>'.length
  if (!page.startsWith('<!doctype html>')) throw new Error('the page has no document type')
  while (token.lastIndex < page.length) {
    const { lastIndex } = token
    const match = token.exec(page)
    if (match === null) throw new Error(`not plain HTML: ${page.slice(lastIndex, lastIndex + 80)}`)
    const [, slash, name = '', attributes = '', text] = match
    if (text !== undefined) {
      if (open.at(-1) !== 'style') found.text += decoded(text)
    } else if (slash === '/') {
      if (open.pop() !== name)
        throw new Error(`a wrong end of ${name}: ${page.slice(lastIndex, lastIndex + 80)}`)
    } else {
      begin(name, attributes, found)
      if (!withoutEnd.has(name)) open.push(name)
    }
  }
  if (open.length > 0) throw new Error(`never ended: ${open.join(' ')}`)
  return found
}

function begin(
  name: string,
  attributes: string,
  found: { elements: Map<string, number>; links: string[]; pictures: string[] },
): void {
  if (!Object.hasOwn(allowed, name)) throw new Error(`an element that no page of ours has: ${name}`)
  found.elements.set(name, (found.elements.get(name) ?? 0) + 1)
  for (const [, key = '', raw = ''] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
    if (!allowed[name]!.includes(key)) throw new Error(`an attribute that no ${name} of ours has: ${key}`)
    const value = decoded(raw)
    if (key === 'class' && !classes.test(value)) throw new Error(`an odd class: ${value}`)
    if (key === 'href') found.links.push(value)
    if (key === 'src') found.pictures.push(value)
  }
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function decoded(text: string): string {
  const bare = /&(?!(?:amp|lt|gt|quot|#39);)/.exec(text)
  if (bare !== null)
    throw new Error(`an ampersand that is not escaped: ${text.slice(bare.index, bare.index + 40)}`)
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
}
