import type { DiskFile } from '@millrace/host'
import { longestLine } from './line.ts'

/** A stretch of a log that ends with a line feed, or with the log. */
export interface Stretch {
  readonly bytes: Buffer
  readonly start: number
  /** Without the line feed. */
  readonly end: number
  /** Where it starts in the file. */
  readonly offset: number
  readonly isEnded: boolean
}

const megabyte = 1024 * 1024

/**
 * The lines of a file, one after the other, in bounded memory. Bytes are read once, apart from lines that end beyond a chunk.
 * @param from - where a line begins.
 * @param chunk - bytes that are read at once, unless one line is longer.
 */
export async function* stretches(
  file: DiskFile,
  from = 0,
  chunk: number = megabyte,
): AsyncGenerator<readonly Stretch[]> {
  let offset = from
  let size = chunk
  for (;;) {
    const bytes = asBuffer(await file.read(offset, size))
    const isLast = bytes.length < size
    const found = linesOf(bytes, offset)
    const used = found.at(-1)?.end ?? -1
    const isTooLong = used < 0 && size > longestLine
    if ((isLast || isTooLong) && used + 1 < bytes.length) {
      found.push({ bytes, start: used + 1, end: bytes.length, offset: offset + used + 1, isEnded: false })
    }
    if (found.length > 0) yield found
    if (isLast) return
    if (isTooLong) {
      offset += bytes.length
      size = chunk
    } else if (used < 0) size *= 2
    else {
      offset += used + 1
      size = chunk
    }
  }
}

/** The same bytes, not copied. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The lines of a part of a file that begins at an offset of it; what stands behind the last line feed is left out. */
export function linesOf(bytes: Buffer, offset: number): Stretch[] {
  const found: Stretch[] = []
  let start = 0
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    found.push({ bytes, start, end, offset: offset + start, isEnded: true })
    start = end + 1
  }
  return found
}
