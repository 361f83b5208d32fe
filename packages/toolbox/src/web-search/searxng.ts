import type { JsonObject, JsonValue } from '@millrace/protocol'
import { isJsonObject } from '../json/is-json-object.ts'
import type { WebOperations } from '../web/operations.ts'
import { touchedHost } from '../web/touched-host.ts'
import { jsonAnswer, malformed, objectsIn } from './json-answer.ts'
import { searchLimits } from './limits.ts'
import type { SearchAnswer, SearchProvider } from './provider.ts'
import { plainText, sourceOf } from './source.ts'

/** Which instance to ask. */
export interface SearxngOptions {
  /** Where it is, as in `https://searx.example.org/`; a private one has to be opened in the network's `allow`. */
  readonly baseUrl: string
}

/**
 * Searches by an instance of SearXNG whose settings list `json` among the formats.
 * @throws TypeError where `baseUrl` is no address.
 */
export function searxngProvider(web: WebOperations, { baseUrl }: SearxngOptions): SearchProvider {
  const base = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)
  return {
    hosts: [touchedHost(base.href)],
    search: async (query, { maxResults, signal }) => {
      const url = new URL('search', base)
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString()
      const headers = { accept: 'application/json' }
      const answer = await web.get(url.href, { signal, headers, maxBytes: searchLimits.answerBytes })
      return answerOf(jsonAnswer('SearXNG', answer), maxResults)
    },
  }
}

function answerOf({ results, answers }: JsonObject, maxResults: number): SearchAnswer {
  if (!Array.isArray(results)) throw malformed('SearXNG')
  const sources = objectsIn(results).flatMap(
    ({ url, title, content, publishedDate }) =>
      sourceOf({ url, title, snippet: content, publishedAt: publishedDate }) ?? [],
  )
  const answer = firstAnswer(answers)
  return {
    sources: sources.slice(0, maxResults),
    truncated: sources.length > maxResults,
    ...(answer === '' ? {} : { answer }),
  }
}

/** Older instances give answers as texts, newer ones as objects. */
function firstAnswer(answers: JsonValue | undefined): string {
  const first = Array.isArray(answers) ? answers[0] : undefined
  const told = isJsonObject(first) ? first['answer'] : first
  return typeof told === 'string' ? plainText(told, searchLimits.answer) : ''
}
