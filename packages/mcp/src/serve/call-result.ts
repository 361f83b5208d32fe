import type { CallToolResult, ContentBlock as WireBlock } from '@modelcontextprotocol/server'
import { messageBlocks, text, type ContentBlock } from '@millrace/protocol'
import type { JsonObject } from '@millrace/schema'
import type { ToolDefinition, ToolExecutionResult } from '@millrace/tools'
import { outputSchemaOf } from './describe-tool.ts'

/** What a result needs of its surroundings. */
export interface ResultMeans {
  readonly definition: ToolDefinition | undefined
  readonly structured: boolean
  /** Advice, appended to a failure. */
  readonly hint?: string | undefined
}

/** Name of the code of a failure in the metadata of a result. */
const errorKey = 'millrace/error'

/** A result of the pipeline as the protocol carries it. */
export function callResult(
  result: Readonly<ToolExecutionResult>,
  { definition, structured, hint }: ResultMeans,
): CallToolResult {
  const content = [
    ...result.content,
    // An agent loop would append these as messages.
    ...messageBlocks(result.additionalContexts),
    ...(hint === undefined ? [] : [text(hint)]),
  ].map(wireBlock)
  if (result.isError) {
    const { info } = result.error
    return { content, isError: true, ...(info !== undefined && { _meta: { [errorKey]: { ...info } } }) }
  }
  const hasValue = structured && outputSchemaOf(definition) !== undefined
  return { content, ...(hasValue && { structuredContent: result.value as JsonObject }) }
}

function wireBlock(block: ContentBlock): WireBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'image':
    case 'audio':
      return { type: block.type, data: block.data, mimeType: block.mimeType }
    case 'resource': {
      const { uri, mimeType, text: words, blob } = block.resource
      const kind = mimeType === undefined ? {} : { mimeType }
      return {
        type: 'resource',
        resource: blob === undefined ? { uri, ...kind, text: words ?? '' } : { uri, ...kind, blob },
      }
    }
    case 'resource_link': {
      const { uri, name, description, mimeType } = block
      return {
        type: 'resource_link',
        uri,
        name,
        ...(description !== undefined && { description }),
        ...(mimeType !== undefined && { mimeType }),
      }
    }
    default:
      return { type: 'text', text: `[${(block as { type: string }).type} content]` }
  }
}
