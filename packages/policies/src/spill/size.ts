import type { ContentBlock } from '@millrace/protocol'
import { mediaOf } from './media.ts'
import { textOf } from './text-of.ts'
import type { ContentLimits } from './contract.ts'

/** What each block after the first counts for besides its text, so that many empty ones are not nothing. */
export const blockBytes = 32

/** How large content is, as limits count it. */
export interface ContentSize {
  /** Bytes in UTF-8 of everything but pictures and sounds. */
  readonly bytes: number
  /** Bytes of these, as they were before they were encoded. */
  readonly mediaBytes: number
  /** Of the largest of these. */
  readonly largestMedia: number
}

/** Measures content in bytes: text as UTF-8, pictures and sounds as they were before they were encoded. */
export function sizeOf(content: readonly ContentBlock[]): ContentSize {
  let bytes = Math.max(0, content.length - 1) * blockBytes
  let mediaBytes = 0
  let largestMedia = 0
  for (const block of content) {
    const media = mediaOf(block)
    bytes += media?.frame ?? Buffer.byteLength(textOf(block))
    mediaBytes += media?.size ?? 0
    largestMedia = Math.max(largestMedia, media?.size ?? 0)
  }
  return { bytes, mediaBytes, largestMedia }
}

/** Whether content stays within limits, at little cost where it is one short text. */
export function fits(content: readonly ContentBlock[], limits: ContentLimits): boolean {
  const [block] = content
  // No unit of text takes more than three bytes.
  if (content.length === 1 && block?.type === 'text' && block.text.length * 3 <= limits.maxBytes) return true
  const { bytes, mediaBytes, largestMedia } = sizeOf(content)
  return (
    bytes <= limits.maxBytes &&
    largestMedia <= limits.maxMediaBytes &&
    mediaBytes <= limits.maxMediaTotalBytes
  )
}
