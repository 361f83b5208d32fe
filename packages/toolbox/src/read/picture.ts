import { pictureFault, pictureSize } from '@millrace/protocol'
import type { BinaryKind } from './file-kind.ts'
import { readLimits } from './limits.ts'
import type { BinaryValue, ImageValue } from './value.ts'
import type { ReadableFiles } from './watch-reads.ts'

/** A picture file to look at. */
export interface PictureFile {
  readonly path: string
  readonly size: number
  readonly kind: BinaryKind & { readonly mimeType: string }
}

/** The picture, or, where a model could not take it, what it is and how to make it smaller. */
export async function readPicture(
  files: ReadableFiles,
  { path, size, kind: { name, mimeType } }: PictureFile,
  signal: AbortSignal,
): Promise<ImageValue | BinaryValue> {
  const { bytes } = await files.read(path, { maxBytes: readLimits.imageBytes, signal })
  const pixels = pictureSize(bytes, mimeType)
  const fault = pictureFault(size, pixels)
  if (fault !== undefined) {
    return {
      kind: 'binary',
      path,
      size,
      type: name,
      ...pixels,
      advice: `${fault}; scale it down to look at it`,
    }
  }
  return { kind: 'image', path, size, mimeType, ...pixels, data: Buffer.from(bytes).toString('base64') }
}
