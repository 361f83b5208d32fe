import type { WebAnswer } from '@millrace/host'
import { wholeBoundary } from '../text/cut.ts'
import type { WebOperations } from '../web/operations.ts'
import { Pace } from '../workspace/pace.ts'
import { readAnswer, type Page, type Picture } from './page.ts'
import type { PageShelf } from './page-shelf.ts'
import type { FetchValue, PageValue } from './value.ts'

/** What to fetch; checked already. */
export interface FetchRequest {
  readonly url: string
  /** First UTF-16 unit of the window. */
  readonly offset: number
  readonly maxChars: number
  readonly raw: boolean
  readonly signal: AbortSignal
}

/** What an answer says of itself, and what it holds. */
export interface Fetched {
  readonly facts: Pick<PageValue, 'url' | 'statusCode' | 'contentType' | 'redirects'>
  readonly content: Page | Picture
}

const accept = 'text/html,application/xhtml+xml,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.8'

/** Fetches an address and gives a window of its text, or its picture. A later window of a page is taken from the shelf. */
export async function fetchWindow(
  web: WebOperations,
  shelf: PageShelf<Fetched>,
  request: FetchRequest,
): Promise<FetchValue> {
  const key = `${request.raw ? 'raw' : 'page'} ${request.url}`
  const kept = request.offset > 0 ? shelf.take(key) : undefined
  const { facts, content } = kept ?? (await fetched(web, request))
  if (content.kind === 'image') return { ...content, ...facts }
  if (kept === undefined && facts.statusCode === 200) {
    shelf.put(key, { value: { facts, content }, units: content.text.length })
  }
  return { kind: 'text', ...facts, ...windowOf(content, request) }
}

async function fetched(web: WebOperations, { url, raw, signal }: FetchRequest): Promise<Fetched> {
  const answer = await web.get(url, { signal, headers: { accept } })
  return { facts: factsOf(answer), content: await readAnswer(answer, raw, new Pace(signal)) }
}

function factsOf({ url, status, headers, redirects }: WebAnswer): Fetched['facts'] {
  const contentType = headers.get('content-type') ?? ''
  return {
    url,
    statusCode: status,
    contentType,
    ...(redirects.length === 0 ? {} : { redirects: [...redirects] }),
  }
}

type Window = Pick<PageValue, 'title' | 'text' | 'offset' | 'totalChars' | 'next' | 'truncated' | 'invalid'>

/** A stretch of the page that neither begins nor ends inside a character. */
function windowOf({ title, text, truncated, invalid }: Page, { offset, maxChars }: FetchRequest): Window {
  const start = wholeBoundary(text, Math.min(offset, text.length))
  const cut = wholeBoundary(text, Math.min(start + maxChars, text.length))
  // A window of a single unit still takes a whole character, or nothing would ever follow it.
  const end = cut > start ? cut : Math.min(start + 2, text.length)
  return {
    ...(title === undefined ? {} : { title }),
    text: text.slice(start, end),
    offset: start,
    totalChars: text.length,
    ...(end < text.length ? { next: end } : {}),
    truncated,
    ...(invalid ? { invalid } : {}),
  }
}
