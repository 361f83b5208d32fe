import { pictureType, type PictureType } from '@millrace/protocol'

/** What a file is that is not text: a picture that a model can look at, or something with advice instead. */
export type BinaryKind =
  | { readonly name: string; readonly mimeType: PictureType }
  | { readonly name: string; readonly mimeType?: never; readonly advice: string }

const pictureNames: Readonly<Record<PictureType, string>> = {
  'image/png': 'PNG picture',
  'image/jpeg': 'JPEG picture',
  'image/gif': 'GIF picture',
  'image/webp': 'WebP picture',
}

/** Formats whose signatures have bytes that no text has. */
const unmistakable: ReadonlySet<PictureType> = new Set(['image/png', 'image/jpeg'])

/**
 * The kind of a file by its first bytes; undefined for text. A signature of printable characters could begin a text
 * as well, so it counts only where the head holds a NUL, as that of every such picture does.
 */
export function binaryKind(head: Uint8Array, holdsNul: boolean): BinaryKind | undefined {
  const mimeType = pictureType(head)
  if (mimeType !== undefined && (holdsNul || unmistakable.has(mimeType))) {
    return { name: pictureNames[mimeType], mimeType }
  }
  if (Buffer.from(head.subarray(0, 5)).toString('latin1') === '%PDF-') {
    return { name: 'PDF document', advice: 'extract its text with another program, such as pdftotext' }
  }
  if (!holdsNul) return undefined
  return { name: 'binary data', advice: 'it has no text to read; use a program made for it' }
}
