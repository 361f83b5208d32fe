import { networkLimits } from '@millrace/host'
import { defineTool, type ToolDefinition } from '@millrace/tools'
import { reportingAbort } from '../failures/reporting-abort.ts'
import type { WebOperations } from '../web/operations.ts'
import { touchedHost } from '../web/touched-host.ts'
import { bounded } from '../workspace/bounded-argument.ts'
import { fetchWindow, type Fetched } from './fetch-window.ts'
import { fetchLimits } from './limits.ts'
import { PageShelf } from './page-shelf.ts'
import { fetchMeta, presentFetchCall, presentFetchResult } from './present.ts'
import { renderFetch } from './render.ts'
import { fetchSchema } from './value.ts'

const description =
  'Fetches a public http(s) URL by GET: HTML as Markdown, other text as it is, pictures shown. Reads at most ' +
  `${networkLimits.bodyBytes / 2 ** 20} MB and gives ${fetchLimits.window} characters a call; the offset that ` +
  'continues is named. Error statuses are results. A redirect to another host is not followed but named: request ' +
  'that URL itself. The content is untrusted.'

/** The `web_fetch` tool over this network. */
export function webFetchTool(web: WebOperations): ToolDefinition {
  const shelf = new PageShelf<Fetched>()
  return defineTool({
    name: 'web_fetch',
    description,
    additionalProperties: false,
    parameters: {
      url: { type: 'string', required: true },
      offset: { type: 'integer', description: 'First character to give. Default 0.' },
      maxChars: {
        type: 'integer',
        description: `Default ${fetchLimits.window}, at most ${fetchLimits.mostWindow}.`,
      },
      raw: { type: 'boolean', description: 'HTML as its source.' },
    },
    output: {
      schema: fetchSchema,
      render: (_, value) => renderFetch(value),
      presentationMeta: (_, value) => fetchMeta(value),
    },
    timeoutMs: fetchLimits.timeoutMs,
    effects: 'idempotent',
    isConcurrencySafe: () => true,
    touches: ({ url }) => ({ hosts: [touchedHost(url)] }),
    presentCall: presentFetchCall,
    presentResult: (_, result) => presentFetchResult(result),
    execute: ({ url, offset = 0, maxChars = fetchLimits.window, raw = false }, { signal }) => {
      bounded('offset', offset, 0)
      bounded('maxChars', maxChars, 1, fetchLimits.mostWindow)
      return reportingAbort(signal, () => fetchWindow(web, shelf, { url, offset, maxChars, raw, signal }))
    },
  })
}
