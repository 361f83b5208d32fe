import type { IncomingMessage } from 'node:http'
import { codingsOf, type Bytes } from './content-codings.ts'

/** Bytes that a stage before the last may give beyond the limit of the body, for what coding itself adds. */
const codedSlack = 256 * 1024

/** As much of a body as was asked for, decoded. */
export interface BoundedBody {
  readonly bytes: Uint8Array
  /** Whether the body goes on behind them. */
  readonly isCut: boolean
}

/** More bytes than any body within its limit needs. */
class TooMuch extends Error {}

/**
 * Reads and decodes a body up to a limit of decoded bytes, and leaves the rest unread. Every stage is counted, so
 * that a body which decodes to nothing for long ends as well.
 * @param onProgress - called with each decoded part.
 * @throws NetworkError for a coding that is not known; what the decoders and the connection throw comes as it is.
 */
export async function boundedBody(
  answer: IncomingMessage,
  maxBytes: number,
  onProgress: () => void,
): Promise<BoundedBody> {
  let stage = counted(answer, maxBytes + codedSlack)
  const codings = codingsOf(answer.headers['content-encoding'] ?? '')
  for (const [index, decode] of codings.entries()) {
    const decoded = decode(stage)
    stage = index === codings.length - 1 ? decoded : counted(decoded, maxBytes + codedSlack)
  }
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of stage) {
      onProgress()
      const rest = maxBytes - length
      parts.push(part.subarray(0, rest))
      length += Math.min(part.length, rest)
      if (part.length > rest) return { bytes: Buffer.concat(parts), isCut: true }
    }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return { bytes: Buffer.concat(parts), isCut: true }
  }
  return { bytes: Buffer.concat(parts), isCut: false }
}

async function* counted(bytes: Bytes, most: number): Bytes {
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > most) throw new TooMuch()
    yield part
  }
}
