/** How a text file is encoded; anything that is not UTF-16 by its mark is read as UTF-8. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** What the first bytes of a file say of its text. */
export interface TextStart {
  readonly encoding: TextEncoding
  /** Length of the byte order mark, 0 without one. */
  readonly markBytes: number
}

/** Bytes of a file's start that are looked at to tell text from binary. */
const sniffBytes = 8192

/** Encoding by byte order mark. UTF-32 counts as binary: its mark is followed by NUL bytes. */
export function textStart(head: Uint8Array): TextStart {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', markBytes: 3 }
  if (head[0] === 0xff && head[1] === 0xfe && !(head[2] === 0 && head[3] === 0)) {
    return { encoding: 'utf-16le', markBytes: 2 }
  }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 }
  return { encoding: 'utf-8', markBytes: 0 }
}

/** Whether a file with this start is no text: it holds a NUL byte, and no mark says that it is UTF-16. */
export function looksBinary(head: Uint8Array): boolean {
  return textStart(head).encoding === 'utf-8' && head.subarray(0, sniffBytes).includes(0)
}

/** Whether a text's first bytes, without a mark and as UTF-8, hold a NUL, which texts do not. */
export function holdsNul(start: Uint8Array): boolean {
  return start.subarray(0, sniffBytes).includes(0)
}
