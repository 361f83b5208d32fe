/** What a file is that is not text: a picture that a model can look at, or something with advice instead. */
export type BinaryKind =
  | { readonly name: string; readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' }
  | { readonly name: string; readonly mimeType?: never; readonly advice: string }

/**
 * The kind of a file by its first bytes; undefined for text. A signature of printable characters could begin a text
 * as well, so it counts only where the head holds a NUL, as that of every such picture does.
 */
export function binaryKind(head: Uint8Array, holdsNul: boolean): BinaryKind | undefined {
  const start = Buffer.from(head.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { name: 'PNG picture', mimeType: 'image/png' }
  if (start.startsWith('\xff\xd8\xff')) return { name: 'JPEG picture', mimeType: 'image/jpeg' }
  if (start.startsWith('%PDF-')) {
    return { name: 'PDF document', advice: 'extract its text with another program, such as pdftotext' }
  }
  if (!holdsNul) return undefined
  if (/^GIF8[79]a/.test(start)) return { name: 'GIF picture', mimeType: 'image/gif' }
  if (/^RIFF[^]{4}WEBP/.test(start)) return { name: 'WebP picture', mimeType: 'image/webp' }
  return { name: 'binary data', advice: 'it has no text to read; use a program made for it' }
}
