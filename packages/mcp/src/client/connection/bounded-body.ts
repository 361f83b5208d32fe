/**
 * Reads the body of an answer as text, as it is decoded.
 * @param most - bytes after decoding; the rest is not read.
 * @returns `undefined` where there is more.
 */
export async function boundedBody(answer: Response, most: number): Promise<string | undefined> {
  if (answer.body === null) return ''
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body) {
    length += part.length
    // Leaving the loop cancels the body.
    if (length > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts, length).toString('utf8')
}
