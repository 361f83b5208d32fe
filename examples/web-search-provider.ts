// A search engine for the tool `web_search`: any wiki that MediaWiki runs. WIKI=https://en.wikipedia.org/w/ asks Wikipedia;
// without it, a wiki of two pages is served here.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardedClient } from '@millrace/host'
import { contentText } from '@millrace/protocol'
import { webTools, type SearchProvider, type WebOperations } from '@millrace/toolbox'
import { createTools, HarnessError } from '@millrace/tools'

// #region core
interface Page {
  readonly key: string
  readonly title: string
  readonly description?: string | null
}

export function wiki(web: WebOperations, base: URL): SearchProvider {
  const port = base.port || (base.protocol === 'https:' ? '443' : '80')
  return {
    hosts: [`${base.hostname}:${port}`],
    async search(query, { maxResults, signal }) {
      const url = new URL('rest.php/v1/search/page', base)
      url.search = new URLSearchParams({ q: query, limit: `${maxResults}` }).toString()
      const { status, body } = await web.get(url.href, { signal })
      if (status !== 200) throw new HarnessError('WIKI_FAILED', `the wiki answered with status ${status}`)
      const pages = pagesIn(body)
      const sources = pages.map(({ key, title, description }) => ({
        url: new URL(`index.php?title=${encodeURIComponent(key)}`, base).href,
        title,
        ...(description && { snippet: description }),
      }))
      return { sources, truncated: pages.length === maxResults }
    },
  }
}

/** What a server sends is no promise: anything but pages is a failure with a code. */
function pagesIn(body: Uint8Array): readonly Page[] {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(body))
    const isObject = typeof answer === 'object' && answer !== null && 'pages' in answer
    if (isObject && Array.isArray(answer.pages) && answer.pages.every(isPage)) return answer.pages
  } catch {}
  throw new HarnessError('WIKI_FAILED', 'the wiki sent something else than pages')
}

function isPage(value: unknown): value is Page {
  if (typeof value !== 'object' || value === null) return false
  const { key, title, description } = value as Partial<Record<keyof Page, unknown>>
  const isKnown = typeof key === 'string' && typeof title === 'string'
  return isKnown && (typeof description === 'string' || (description ?? null) === null)
}
// #endregion core

const pages: readonly Page[] = [
  { key: 'Mill_race', title: 'Mill race', description: 'The current that drives a water wheel' },
  { key: 'Mill_pond', title: 'Mill pond', description: null },
]
const local = createServer((_request, response) => response.end(JSON.stringify({ pages })))
await once(local.listen(0, '127.0.0.1'), 'listening')
const place = `127.0.0.1:${(local.address() as AddressInfo).port}`

const web = guardedClient({ allow: [place] })
const search = wiki(web, new URL(process.env.WIKI ?? `http://${place}/`))
const tools = createTools({ tools: webTools(web, { search }) })
const result = await tools.execute({
  callId: '1',
  name: 'web_search',
  arguments: { query: 'water wheel', maxResults: 3 },
  signal: AbortSignal.timeout(30_000),
})
console.log(contentText(result.content))
local.close()
