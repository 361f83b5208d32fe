import { text, type ContentBlock, type JsonValue } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import { AdapterError } from '../adapter-error.ts'
import { losslessOutput } from './lossless-output.ts'

/** What a model reads of a value that says nothing else. */
export function defaultContent(value: JsonValue): ContentBlock[] {
  return [text(typeof value === 'string' ? value : printJson(value))]
}

/**
 * What `toModelOutput` of a tool of the AI SDK gave, as content.
 * @throws AdapterError `AI_SDK_TOOL_ERROR` where it says that the call failed, or is nothing that is known.
 */
export function contentOf(tool: string, output: unknown): ContentBlock[] {
  const { type, value, reason } = (output ?? {}) as { type?: unknown; value?: unknown; reason?: unknown }
  switch (type) {
    case 'text':
      if (typeof value === 'string') return [text(value)]
      throw failed(`tool "${tool}": toModelOutput gave a text that is a ${typeof value}`)
    case 'json':
      return [text(printJson(losslessOutput(tool, value)))]
    case 'content':
      if (Array.isArray(value)) return value.map(blockOf)
      throw failed(`tool "${tool}": toModelOutput gave a list of contents that is none`)
    case 'error-text':
      throw failed(String(value))
    case 'error-json':
      throw failed(printJson(losslessOutput(tool, value)))
    case 'execution-denied':
      throw failed(typeof reason === 'string' ? reason : `tool "${tool}" was denied`)
    default:
      throw failed(`tool "${tool}": toModelOutput gave an output of the unknown type ${JSON.stringify(type)}`)
  }
}

function blockOf(part: unknown): ContentBlock {
  const { type, text: words, data, mediaType, url, filename } = (part ?? {}) as Record<string, unknown>
  if (type === 'text' && typeof words === 'string') return text(words)
  if (typeof url === 'string') return linkOf(url, mediaType)
  const inner = carried(data)
  if (inner.url !== undefined) return linkOf(inner.url, mediaType)
  if (inner.text !== undefined) return text(inner.text)
  if (inner.base64 !== undefined) return fileOf(inner.base64, String(mediaType), filename)
  return text(`[${String(type)} content]`)
}

/** The data of a part: base64, bytes, or what version 7 puts around them. */
function carried(data: unknown): { base64?: string; url?: string; text?: string } {
  if (typeof data === 'string') return { base64: data }
  if (data instanceof Uint8Array) return { base64: Buffer.from(data).toString('base64') }
  if (data instanceof URL) return { url: data.href }
  const { type, data: inner, url, text: words } = (data ?? {}) as Record<string, unknown>
  if (type === 'data') return carried(inner)
  if (type === 'url' && (typeof url === 'string' || url instanceof URL)) return { url: String(url) }
  return type === 'text' && typeof words === 'string' ? { text: words } : {}
}

function fileOf(data: string, mimeType: string, filename: unknown): ContentBlock {
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType }
  const uri = `attachment:${encodeURIComponent(typeof filename === 'string' ? filename : 'file')}`
  return { type: 'resource', resource: { uri, mimeType, blob: data } }
}

function linkOf(uri: string, mediaType: unknown): ContentBlock {
  return {
    type: 'resource_link',
    uri,
    name: uri,
    ...(typeof mediaType === 'string' && { mimeType: mediaType }),
  }
}

function failed(message: string): AdapterError {
  return new AdapterError('AI_SDK_TOOL_ERROR', message)
}
