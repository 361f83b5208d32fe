import type { JsonObject } from '@millrace/protocol'
import { isJsonObject } from '../json/is-json-object.ts'
import type { WebOperations } from '../web/operations.ts'
import { touchedHost } from '../web/touched-host.ts'
import { jsonAnswer, malformed, objectsIn } from './json-answer.ts'
import { searchLimits } from './limits.ts'
import type { SearchAnswer, SearchProvider } from './provider.ts'
import { sourceOf } from './source.ts'

/** Whose account pays for the searches. */
export interface BraveOptions {
  /** The subscription's key; it goes into the request's header and nowhere else. */
  readonly key: string
  /** The endpoint, where it is not that of Brave. */
  readonly endpoint?: string
}

const braveEndpoint = 'https://api.search.brave.com/res/v1/web/search'

/**
 * Searches by the web search of Brave.
 * @throws TypeError for a key that no header can carry, which is not shown, or an endpoint that is no address.
 */
export function braveProvider(
  web: WebOperations,
  { key, endpoint = braveEndpoint }: BraveOptions,
): SearchProvider {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('the key of Brave must be printable ASCII without spaces')
  const base = new URL(endpoint)
  return {
    hosts: [touchedHost(base.href)],
    search: async (query, { maxResults, signal }) => {
      const url = new URL(base)
      const count = String(Math.min(maxResults, searchLimits.mostResults))
      url.search = new URLSearchParams({ q: query, count, text_decorations: 'false' }).toString()
      const headers = { accept: 'application/json', 'x-subscription-token': key }
      const answer = await web.get(url.href, { signal, headers, maxBytes: searchLimits.answerBytes })
      return answerOf(jsonAnswer('Brave', answer), maxResults)
    },
  }
}

function answerOf({ type, query, web }: JsonObject, maxResults: number): SearchAnswer {
  // Without any find the part for the web is missing, and the rest still is an answer.
  if (type !== 'search' || (web !== undefined && !isJsonObject(web))) throw malformed('Brave')
  const sources = objectsIn(web?.['results']).flatMap(
    ({ url, title, description, page_age: publishedAt }) =>
      sourceOf({ url, title, snippet: description, publishedAt }) ?? [],
  )
  const hasMore = isJsonObject(query) && query['more_results_available'] === true
  return { sources: sources.slice(0, maxResults), truncated: hasMore || sources.length > maxResults }
}
