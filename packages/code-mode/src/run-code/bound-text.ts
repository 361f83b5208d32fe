/** Bytes for the words about what is left out. */
const wordsBytes = 400

/** Of what is shown of a text that is too long, its beginning has this share. */
const headShare = 0.7

/**
 * A text that is not longer than a limit, or its beginning and its end with exact counts of what is between them.
 * @param maxBytes - UTF-8 bytes of the whole.
 */
export function boundText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const room = Math.max(0, maxBytes - wordsBytes)
  const headEnd = characterBefore(bytes, Math.floor(room * headShare))
  const tailStart = characterAfter(bytes, bytes.length - (room - headEnd))
  const left = bytes.subarray(headEnd, tailStart)
  const lineEnds = left.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0)
  const words =
    `[left out here: ${left.length} of ${bytes.length} bytes, with ${lineEnds} line ends; run a program that returns less, ` +
    'or that returns this part alone, for example with slice() or filter()]'
  return `${bytes.toString('utf8', 0, headEnd)}\n${words}\n${bytes.toString('utf8', tailStart)}`
}

const isInside = (bytes: Buffer, at: number): boolean =>
  at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80

function characterBefore(bytes: Buffer, at: number): number {
  let start = at
  while (start > 0 && isInside(bytes, start)) start -= 1
  return start
}

function characterAfter(bytes: Buffer, at: number): number {
  let start = at
  while (isInside(bytes, start)) start += 1
  return start
}
