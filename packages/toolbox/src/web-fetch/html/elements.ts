/** What an element means that stands in lines of its own. */
export type BlockKind =
  | 'block'
  | 'heading'
  | 'quote'
  | 'list'
  | 'item'
  | 'term'
  | 'definition'
  | 'preformatted'

/** What an element means to the text. */
export type ElementKind =
  | BlockKind
  | 'inline'
  | 'dropped'
  | 'code'
  | 'strong'
  | 'emphasis'
  | 'deleted'
  | 'link'
  | 'title'

/** Elements by kind; what stands in no row is inline. */
const kinds: Readonly<Partial<Record<ElementKind, string>>> = {
  block:
    'address article aside body center details dialog dir div fieldset figcaption figure footer form header hgroup ' +
    'html legend main nav optgroup p search section summary tbody tfoot thead tr td th caption table',
  dropped:
    'script style noscript template svg iframe object canvas audio video select datalist textarea map noembed ' +
    'noframes rp frameset applet',
  heading: 'h1 h2 h3 h4 h5 h6',
  quote: 'blockquote',
  list: 'ul ol menu dl',
  item: 'li',
  term: 'dt',
  definition: 'dd',
  preformatted: 'pre listing xmp plaintext',
  code: 'code kbd samp tt',
  strong: 'strong b',
  emphasis: 'em i cite dfn var',
  deleted: 'del s strike',
  link: 'a',
  title: 'title',
}

const kindByName = new Map(
  Object.entries(kinds).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as ElementKind]),
  ),
)

/** What an element of this name, in lower case, means; undefined for one that is not known. */
export function elementKind(name: string): ElementKind | undefined {
  return kindByName.get(name)
}

/** Elements that have no content and no end. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)

const blockKinds: ReadonlySet<ElementKind> = new Set<BlockKind>([
  'block',
  'heading',
  'quote',
  'list',
  'item',
  'term',
  'definition',
  'preformatted',
])

/** Whether an element stands in lines of its own; an open paragraph ends before it by itself. */
export function isBlock(kind: ElementKind): kind is BlockKind {
  return blockKinds.has(kind)
}

/** The parts of a table, which are kept apart from what stands in its cells. */
export const tableParts: ReadonlySet<string> = new Set(
  'tr td th thead tbody tfoot caption colgroup'.split(' '),
)
