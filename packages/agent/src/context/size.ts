import type { ContentBlock, ToolSchema } from '@millrace/protocol'
import type { Conversation, Entry } from '../conversation/conversation.ts'

/** Bytes of text that make a token, by and large. */
export const bytesOfToken = 4

/** Providers count a picture by its area and not by its bytes; this is what a large one comes to. */
const bytesOfPicture = 6_000

/** Names, roles and brackets around each part of a request. */
const bytesAround = 16

/** Exact bytes of content, encoded as it is in the log. */
export function bytesOfContent(content: readonly ContentBlock[]): number {
  let bytes = 0
  for (const block of content) bytes += bytesOfBlock(block)
  return bytes
}

function bytesOfBlock(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return Buffer.byteLength(block.text)
    case 'image':
    case 'audio':
      return block.data.length
    case 'resource':
      return Buffer.byteLength(block.resource.text ?? '') + (block.resource.blob?.length ?? 0)
    case 'resource_link':
      return Buffer.byteLength(`${block.uri}${block.name}${block.description ?? ''}`)
    default:
      return jsonBytes(block)
  }
}

/** What content weighs in a request: pictures count as the tokens that they come to. */
export function weightOfContent(content: readonly ContentBlock[]): number {
  return kept(content, () =>
    content.reduce((sum, block) => sum + (block.type === 'image' ? bytesOfPicture : bytesOfBlock(block)), 0),
  )
}

/** What a conversation weighs as a request, in bytes. */
export function weightOf({ system, tools, summary = '', entries }: Conversation): number {
  let weight = Buffer.byteLength(system) + weightOfTools(tools) + Buffer.byteLength(summary)
  for (const entry of entries) weight += weightOfEntry(entry)
  return weight
}

/** What one entry adds to requests, in bytes. */
export function weightOfEntry(entry: Entry): number {
  return bytesAround + weightInside(entry)
}

function weightInside(entry: Entry): number {
  if (entry.kind === 'result') {
    return entry.pruned === undefined ? weightOfContent(entry.content) : Buffer.byteLength(entry.pruned)
  }
  const { content } = entry.message
  const said = typeof content === 'string' ? Buffer.byteLength(content) : weightOfContent(content)
  if (entry.kind === 'user') return said
  const { reasoning = [], toolCalls = [] } = entry.message
  return kept(entry.message, () => said + jsonBytes(reasoning) + jsonBytes(toolCalls))
}

const weightOfTools = (tools: readonly ToolSchema[]): number => kept(tools, () => jsonBytes(tools))

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

// Parts of a log never change, and a long conversation is weighed before each of its steps.
const weights = new WeakMap<object, number>()

function kept(part: object, weigh: () => number): number {
  const known = weights.get(part)
  if (known !== undefined) return known
  const weight = weigh()
  weights.set(part, weight)
  return weight
}
