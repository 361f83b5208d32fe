import type { WebFetchResultView, WebSearchResultView, WebSource } from '@millrace/protocol'
import { foldedBlocks, note, proseBlocks, type Block } from '../layout/block.ts'
import type { Face } from '../layout/face.ts'
import type { Keep } from '../layout/fold.ts'
import { span, type Row } from '../layout/row.ts'
import type { Sheet } from '../layout/sheet.ts'
import { size } from '../text/count.ts'

const keepSources: Keep = { head: 5, tail: 0 }
const keepAnswer: Keep = { head: 6, tail: 2 }
const keepRedirects: Keep = { head: 3, tail: 2 }

/** The address in the form a browser would go to, so that a look-alike host shows; only http and https. */
function webAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

function addressBlock(url: string, { words }: Sheet): Block {
  const address = webAddress(url)
  if (address === undefined) return note(words.face.noLink)
  return { kind: 'link', address }
}

interface Numbered extends WebSource {
  readonly number: number
}

/** The sources of a web search, and its answer. */
export function webSearchFace(view: WebSearchResultView, sheet: Sheet): Face {
  const sources = view.sources.map((source, index) => ({ ...source, number: index + 1 }))
  return {
    facts: [[span(sheet.words.counted(sources.length, 'source'))]],
    body: [
      ...proseBlocks(view.answer ?? '', keepAnswer, sheet),
      ...foldedBlocks(sources, keepSources, sheet, 'source', (some) =>
        some.map((source) => sourceBlock(source, sheet)),
      ),
      ...(view.truncated ? [note(sheet.words.face.foundMore)] : []),
    ],
  }
}

function sourceBlock({ number, title, publishedAt, url, snippet }: Numbered, sheet: Sheet): Block {
  const name = `[${number}] ${title ?? sheet.words.face.untitled}${publishedAt === undefined ? '' : `  ${publishedAt}`}`
  const said = sheet.expand ? (snippet ?? '') : ''
  const body = [addressBlock(url, sheet), ...proseBlocks(said, keepAnswer, sheet)]
  return { kind: 'item', name, tone: 'strong', inset: 2, body }
}

/** A fetched page, and the way to it. */
export function webFetchFace(view: WebFetchResultView, sheet: Sheet): Face {
  const { words } = sheet
  const facts: Row[] = [
    [span(words.face.status(view.statusCode), view.statusCode >= 400 ? 'failed' : 'plain')],
  ]
  if (view.bytes !== undefined) facts.push([span(size(view.bytes))])
  const redirects = view.redirects ?? []
  if (redirects.length > 0) facts.push([span(words.counted(redirects.length, 'redirect'))])
  const way = foldedBlocks(redirects, keepRedirects, sheet, 'redirect', (some) =>
    some.map((each) => addressBlock(each, sheet)),
  )
  return {
    facts,
    body: [
      ...(way.length === 0 ? [] : [...way, note(words.face.redirectedTo)]),
      addressBlock(view.url, sheet),
      ...(view.truncated ? [note(words.face.pageCut)] : []),
    ],
  }
}
