import type { JsonValue, ToolCallView, ToolResult, ToolResultView } from '@millrace/protocol'
import { isJsonObject } from '../json/is-json-object.ts'
import type { FetchValue } from './value.ts'

/** The pending card: the address. */
export function presentFetchCall({ url }: { readonly url: string }): ToolCallView {
  return { card: 'generic', kind: 'fetch', title: url }
}

/** What the card needs of the value; a picture shows its content. */
export function fetchMeta(value: FetchValue): JsonValue {
  const { kind, url, statusCode } = value
  if (kind === 'image') return { kind, url, statusCode }
  const { title, next, truncated } = value
  const isPart = truncated || next !== undefined || value.offset > 0
  return { kind, url, statusCode, truncated: isPart, ...(title === undefined ? {} : { title }) }
}

/** The completed card of a page; undefined leaves it to the content. */
export function presentFetchResult({ isError, meta }: ToolResult): ToolResultView | undefined {
  if (isError || !isJsonObject(meta)) return undefined
  const { kind, url, statusCode, truncated, title } = meta
  if (kind !== 'text' || typeof url !== 'string') return undefined
  if (typeof statusCode !== 'number' || typeof truncated !== 'boolean') return undefined
  const view: ToolResultView = { card: 'web', kind: 'fetch', url, statusCode, truncated }
  return typeof title === 'string' ? { ...view, title } : view
}
