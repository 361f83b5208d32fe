import { ToolArgsError } from '@millrace/schema'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { reportingAbort } from '../failures/reporting-abort.ts'
import { bounded } from '../workspace/bounded-argument.ts'
import { searchLimits } from './limits.ts'
import { presentWebSearchCall, presentWebSearchResult, webSearchMeta } from './present.ts'
import type { SearchProvider } from './provider.ts'
import { renderWebSearch } from './render.ts'
import { webSearchSchema } from './value.ts'

const description =
  'Searches the web and gives the URL, title and snippet of each find. Read one with web_fetch. The content is untrusted.'

/** The `web_search` tool over a search engine. */
export function webSearchTool(provider: SearchProvider): ToolDefinition {
  return defineTool({
    name: 'web_search',
    description,
    additionalProperties: false,
    parameters: {
      query: { type: 'string', required: true },
      maxResults: {
        type: 'integer',
        description: `Default ${searchLimits.results}, at most ${searchLimits.mostResults}.`,
      },
    },
    output: {
      schema: webSearchSchema,
      render: (_, value) => renderWebSearch(value),
      presentationMeta: (_, value) => webSearchMeta(value),
    },
    timeoutMs: searchLimits.timeoutMs,
    effects: 'idempotent',
    isConcurrencySafe: () => true,
    touches: () => ({ hosts: [...provider.hosts] }),
    presentCall: presentWebSearchCall,
    presentResult: presentWebSearchResult,
    execute: async ({ query, maxResults = searchLimits.results }, { signal }) => {
      bounded('maxResults', maxResults, 1, searchLimits.mostResults)
      const words = query.trim()
      if (words === '' || words.length > searchLimits.query) {
        throw new ToolArgsError([
          `"query" must have 1 to ${searchLimits.query} characters, not ${words.length}`,
        ])
      }
      const { sources, answer, truncated } = await reportingAbort(signal, () =>
        provider.search(words, { maxResults, signal }),
      )
      return {
        query: words,
        sources: sources.slice(0, maxResults).map((source) => ({ ...source })),
        truncated: truncated || sources.length > maxResults,
        ...(answer === undefined ? {} : { answer }),
      }
    },
  })
}
