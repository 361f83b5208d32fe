import type { FileRead, ReadOptions } from '@millrace/host'
import { textStart, type TextEncoding } from './encoding.ts'

/** Bytes that are read at once. */
export const chunkBytes = 1024 * 1024

/** Reads a window of one file. */
export type ReadWindow = (options: ReadOptions) => Promise<Pick<FileRead, 'bytes' | 'size'>>

/** A stretch of a text as UTF-8; it may begin and end inside a character or line. */
export interface TextChunk {
  readonly bytes: Uint8Array
  readonly isLast: boolean
}

/** A file whose first bytes are known and whose rest is still to be read. */
export interface OpenedText {
  /** The first bytes as they stand in the file. */
  readonly head: Uint8Array
  /** Of the whole file, in bytes. */
  readonly size: number
  readonly encoding: TextEncoding
  /** Whether the file begins with a byte order mark. */
  readonly hasMark: boolean
  /** The text's first chunk, without the mark. */
  readonly first: TextChunk
  /** The chunks that follow it. */
  rest(): AsyncGenerator<TextChunk, void, undefined>
}

/** Opens a file as text; memory stays bounded by a chunk, however large the file is. */
export async function openText(read: ReadWindow, signal: AbortSignal): Promise<OpenedText> {
  const { bytes: head, size } = await read({ offset: 0, maxBytes: chunkBytes, signal })
  const { encoding, markBytes } = textStart(head)
  const convert = converter(encoding)
  const first = convert(head.subarray(markBytes), head.length >= size)
  return {
    head,
    size,
    encoding,
    hasMark: markBytes > 0,
    first,
    async *rest() {
      for (let offset = head.length; offset < size;) {
        const { bytes } = await read({ offset, maxBytes: Math.min(chunkBytes, size - offset), signal })
        // A file that shrinks meanwhile ends here.
        offset = bytes.length === 0 ? size : offset + bytes.length
        yield convert(bytes, offset >= size)
      }
    },
  }
}

/** UTF-8 passes as it is; UTF-16 is decoded as a stream, so that chunks may split its characters. */
function converter(encoding: TextEncoding): (bytes: Uint8Array, isLast: boolean) => TextChunk {
  if (encoding === 'utf-8') return (bytes, isLast) => ({ bytes, isLast })
  const decoder = new TextDecoder(encoding)
  return (bytes, isLast) => ({
    bytes: Buffer.from(decoder.decode(bytes, { stream: !isLast }), 'utf8'),
    isLast,
  })
}
