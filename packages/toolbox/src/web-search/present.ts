import type { JsonValue, ToolCallView, ToolResult, ToolResultView, WebSource } from '@millrace/protocol'
import { isJsonObject } from '../json/is-json-object.ts'
import type { WebSearchValue } from './value.ts'

/** The pending card: the query. */
export function presentWebSearchCall({ query }: { readonly query: string }): ToolCallView {
  return { card: 'generic', kind: 'search', title: query }
}

/** What the card needs of the value. */
export function webSearchMeta({ sources, answer, truncated }: WebSearchValue): JsonValue {
  return {
    sources: sources.map((source) => ({ ...source })),
    truncated,
    ...(answer === undefined ? {} : { answer }),
  }
}

/** The completed card; undefined leaves it to the content. */
export function presentWebSearchResult(
  { query }: { readonly query: string },
  { isError, meta }: ToolResult,
): ToolResultView | undefined {
  if (isError || !isJsonObject(meta)) return undefined
  const { sources, answer, truncated } = meta
  if (!Array.isArray(sources) || typeof truncated !== 'boolean') return undefined
  const shown = sources.flatMap((source) => sourceIn(source) ?? [])
  const view: ToolResultView = { card: 'web', kind: 'search', title: query, sources: shown, truncated }
  return typeof answer === 'string' ? { ...view, answer } : view
}

function sourceIn(logged: JsonValue): WebSource | undefined {
  if (!isJsonObject(logged)) return undefined
  const { url, title, snippet, publishedAt } = logged
  if (typeof url !== 'string') return undefined
  return {
    url,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof snippet === 'string' ? { snippet } : {}),
    ...(typeof publishedAt === 'string' ? { publishedAt } : {}),
  }
}
