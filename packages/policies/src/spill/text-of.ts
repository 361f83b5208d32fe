import type { ContentBlock, JsonValue } from '@millrace/protocol'
import { printJson } from '@millrace/schema'

/** A block as text: that of a text block, that of a resource behind what else it holds, and any other as JSON. */
export function textOf(block: ContentBlock): string {
  if (block.type === 'text') return block.text
  const resource = block.type === 'resource' ? (block.resource as unknown) : undefined
  if (typeof resource !== 'object' || resource === null || !('text' in resource)) return json(block)
  const { text, ...rest } = resource
  return typeof text === 'string' ? `${json({ ...block, resource: rest })}\n${text}` : json(block)
}

function json(value: object): string {
  return printJson(value as JsonValue)
}
