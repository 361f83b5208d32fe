import type { FileRead, ReadOptions } from '@millrace/host'
import { textStart, type TextEncoding } from './encoding.ts'

/** Bytes that are read at once. */
export const chunkBytes = 1024 * 1024

/** Reads a window of one file. */
export type ReadWindow = (options: ReadOptions) => Promise<FileRead>

/** A file whose first bytes are known and whose rest is still to be read. */
export interface OpenedText {
  readonly first: Uint8Array
  /** Of the whole file, in bytes. */
  readonly size: number
  readonly encoding: TextEncoding
  /** Whether the file begins with a byte order mark. */
  readonly mark: boolean
  /** The whole text as UTF-8, chunk by chunk, without the mark; chunks may end inside a character. */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>
}

/** Reads the start of a file; memory stays bounded by a chunk, however large the file is. */
export async function openText(read: ReadWindow, signal: AbortSignal): Promise<OpenedText> {
  const { bytes: first, size } = await read({ offset: 0, maxBytes: chunkBytes, signal })
  const { encoding, markBytes } = textStart(first)
  return {
    first,
    size,
    encoding,
    mark: markBytes > 0,
    async *chunks() {
      const convert = converter(encoding)
      yield convert(first.subarray(markBytes), first.length >= size)
      let offset = first.length
      while (offset < size && first.length > 0) {
        const { bytes } = await read({ offset, maxBytes: Math.min(chunkBytes, size - offset), signal })
        // A file that shrinks meanwhile ends here.
        offset = bytes.length === 0 ? size : offset + bytes.length
        yield convert(bytes, offset >= size)
      }
    },
  }
}

/** UTF-8 passes as it is; UTF-16 is decoded as a stream, so that chunks may split its characters. */
function converter(encoding: TextEncoding): (bytes: Uint8Array, last: boolean) => Uint8Array {
  if (encoding === 'utf-8') return (bytes) => bytes
  const decoder = new TextDecoder(encoding)
  return (bytes, last) => Buffer.from(decoder.decode(bytes, { stream: !last }), 'utf8')
}
