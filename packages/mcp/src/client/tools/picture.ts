import { pictureFault, pictureSize, pictureType, text, type ContentBlock } from '@millrace/protocol'
import { visible } from './visible.ts'

/** A picture that a model can look at, under the type that it really has; else a text that says why there is none. */
export function pictureBlock(data: string, claimed: string): ContentBlock {
  const bytes = Buffer.from(data, 'base64')
  const mimeType = pictureType(bytes)
  if (mimeType === undefined) {
    const what = `${visible(claimed.slice(0, 100))}, ${bytes.length} bytes`
    return text(`[${what}; only PNG, JPEG, GIF and WebP pictures are shown]`)
  }
  const size = pictureSize(bytes, mimeType)
  // What is too many bytes is bounded, and kept, where the results of all tools are.
  const fault = size && pictureFault(0, size)
  if (fault === undefined) return { type: 'image', data, mimeType }
  return text(
    `[${mimeType}, ${size?.width} x ${size?.height} pixels, ${bytes.length} bytes; ${fault}; scale it down to look at it]`,
  )
}
