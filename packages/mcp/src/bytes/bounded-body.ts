import { Gathered } from './gathered.ts'

/**
 * Reads the body of an answer, as it is decoded.
 * @param most - bytes after decoding; the rest is not read.
 * @returns `undefined` where there is more.
 */
export async function boundedBody({ body }: Response, most: number): Promise<Buffer | undefined> {
  const gathered = new Gathered()
  for await (const part of body ?? []) {
    gathered.add(part)
    // Leaving the loop cancels the body.
    if (gathered.length > most) return undefined
  }
  return gathered.take()
}
