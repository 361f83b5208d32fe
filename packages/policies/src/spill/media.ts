import type { ContentBlock } from '@millrace/protocol'
import { printJson, type JsonValue } from '@millrace/schema'

/** A block with bytes that are encoded as text: a picture, a sound, or a resource that is no text. */
export interface Media {
  /** Base64. */
  readonly data: string
  readonly mimeType: string
  /** Bytes that the data stand for. */
  readonly size: number
  /** Bytes of everything else in the block. */
  readonly frame: number
}

/** More beside the data than such a block has; then it counts as text, all of it. */
const mostFrame = 600

/** What a block has encoded; undefined for text, and for a block that is not what its type says. */
export function mediaOf(block: ContentBlock): Media | undefined {
  const found = encodedIn(block)
  if (found === undefined) return undefined
  const frame = Buffer.byteLength(printJson(found.frame))
  return frame > mostFrame ? undefined : { ...found.data, size: decodedSize(found.data.data), frame }
}

function encodedIn(
  block: ContentBlock,
): { readonly data: Pick<Media, 'data' | 'mimeType'>; readonly frame: JsonValue } | undefined {
  if (block.type === 'image' || block.type === 'audio') {
    const { data, mimeType, ...rest } = block
    if (typeof data !== 'string' || typeof mimeType !== 'string') return undefined
    return { data: { data, mimeType }, frame: { ...rest, mimeType } }
  }
  if (block.type !== 'resource' || typeof block.resource !== 'object' || block.resource === null)
    return undefined
  const { resource, ...rest } = block
  const { blob, mimeType = '', ...inner } = resource
  if (typeof blob !== 'string' || typeof mimeType !== 'string' || 'text' in inner) return undefined
  return { data: { data: blob, mimeType }, frame: { ...rest, resource: { ...inner, mimeType } } }
}

/** Of base64, with or without the signs that fill it up. */
function decodedSize(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return Math.floor(((data.length - padding) * 3) / 4)
}
