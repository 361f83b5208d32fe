import { messageBlocks } from '@millrace/protocol'
import { isPicture, partsOf, resultText, type Picture } from '../content/blocks.ts'
import type { AISDKModelOutput, AISDKOutput } from './contract.ts'

/**
 * What a model reads of an output. Newer lines of the AI SDK ask with `{ toolCallId, input, output }`, and version 5 with
 * the output alone; it knows neither `execution-denied` nor `image-data`.
 */
export function modelOutput(asked: unknown): AISDKModelOutput {
  if (isOutput(asked)) return asBefore(asked)
  const output: unknown = (asked as { output?: unknown } | null | undefined)?.output
  if (isOutput(output)) return asNow(output)
  return {
    type: 'error-text',
    value: 'Error: the result of this call was lost: it is not one that a tool of this set gave',
  }
}

/** Whether this is what a call came to; histories come back from browsers. */
export function isOutput(value: unknown): value is AISDKOutput {
  if (typeof value !== 'object' || value === null) return false
  const { status, content, contexts } = value as Partial<Record<keyof AISDKOutput, unknown>>
  const isKnown = status === 'done' || status === 'failed' || status === 'denied'
  return (
    isKnown &&
    isBlocks(content) &&
    (contexts === undefined || (Array.isArray(contexts) && contexts.every(isContext)))
  )
}

function isContext(context: unknown): boolean {
  const { content } = (context ?? {}) as { content?: unknown }
  return typeof content === 'string' || isBlocks(content)
}

function isBlocks(content: unknown): boolean {
  return Array.isArray(content) && content.every(isBlock)
}

function isBlock(block: unknown): boolean {
  if (typeof block !== 'object' || block === null) return false
  const { type, text, data, mimeType, resource } = block as Record<string, unknown>
  switch (type) {
    case 'text':
      return typeof text === 'string'
    case 'image':
    case 'audio':
      return typeof data === 'string' && typeof mimeType === 'string'
    case 'resource':
      return typeof resource === 'object' && resource !== null
    default:
      return typeof type === 'string'
  }
}

function asNow(output: AISDKOutput): AISDKModelOutput {
  const blocks = blocksOf(output)
  if (output.status === 'denied') return { type: 'execution-denied', reason: resultText(blocks) }
  if (output.status === 'failed') return { type: 'error-text', value: resultText(blocks) }
  if (!blocks.some(isPicture)) return { type: 'text', value: resultText(blocks) }
  return { type: 'content', value: partsOf(blocks, part) }
}

function asBefore(output: AISDKOutput): AISDKModelOutput {
  const now = asNow(output)
  if (now.type === 'execution-denied') return { type: 'error-text', value: now.reason }
  if (now.type !== 'content') return now
  const value = now.value.map((each) => (each.type === 'text' ? each : { ...each, type: 'media' }))
  return { type: 'content', value } as AISDKModelOutput
}

function blocksOf(output: AISDKOutput): AISDKOutput['content'] {
  return [...output.content, ...messageBlocks(output.contexts)]
}

type ContentPart = Extract<AISDKModelOutput, { type: 'content' }>['value'][number]

const part = {
  text: (text: string): ContentPart => ({ type: 'text', text }),
  picture: ({ data, mimeType }: Picture): ContentPart => ({ type: 'image-data', data, mediaType: mimeType }),
}
