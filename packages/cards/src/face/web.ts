import type { WebFetchResultView, WebSearchResultView, WebSource } from '@millrace/protocol'
import type { Face } from '../layout/face.ts'
import { indented, span, type Row } from '../layout/row.ts'
import {
  foldedRows,
  lineRows,
  narrower,
  noteRows,
  proseRows,
  type Keep,
  type Sheet,
} from '../layout/sheet.ts'
import { counted } from '../text/count.ts'

const keepSources: Keep = { head: 5, tail: 0 }
const keepAnswer: Keep = { head: 6, tail: 2 }

/** The address in the form a browser would go to, so that a look-alike host shows; only http and https. */
function webAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

function addressRows(url: string, sheet: Sheet, margin: string): Row[] {
  const address = webAddress(url)
  if (address !== undefined) return lineRows(address, sheet, 'quiet', margin)
  return indented(
    noteRows('(a link that is not http or https was left out)', narrower(sheet, margin.length)),
    margin,
  )
}

/** The sources of a web search, and its answer. */
export function webSearchFace(view: WebSearchResultView, sheet: Sheet): Face {
  return {
    facts: [[span(counted(view.sources.length, 'source'))]],
    body: [
      ...proseRows(view.answer ?? '', keepAnswer, sheet),
      ...foldedRows(view.sources, keepSources, sheet, 'source', (source) => sourceRows(source, sheet)),
      ...(view.truncated ? noteRows('the search itself found more than it lists', sheet) : []),
    ],
  }
}

function sourceRows(source: WebSource, sheet: Sheet): Row[] {
  const title = source.title ?? 'untitled'
  const heading = source.publishedAt === undefined ? title : `${title}  ${source.publishedAt}`
  const snippet = sheet.expand ? (source.snippet ?? '') : ''
  return [
    ...lineRows(heading, sheet, 'strong'),
    ...addressRows(source.url, sheet, '  '),
    ...proseRows(snippet, keepAnswer, sheet),
  ]
}

/** A fetched page. */
export function webFetchFace(view: WebFetchResultView, sheet: Sheet): Face {
  const tone = view.statusCode >= 400 ? 'failed' : 'plain'
  return {
    facts: [[span(`status ${view.statusCode}`, tone)]],
    body: [
      ...addressRows(view.url, sheet, ''),
      ...(view.truncated ? noteRows('the page was longer than what was kept of it', sheet) : []),
    ],
  }
}
