import { createHash, type Hash } from 'node:crypto'

/** A digest of bytes that are given piece by piece; `hex` ends it. */
export class DigestSoFar {
  /** Bytes so far. */
  length = 0
  private readonly hash: Hash = createHash('sha256')

  add(bytes: Uint8Array): void {
    this.hash.update(bytes)
    this.length += bytes.length
  }

  hex(): string {
    return this.hash.digest('hex')
  }
}

/** What tells a content from every other. */
export function contentDigest(bytes: Uint8Array): string {
  const digest = new DigestSoFar()
  digest.add(bytes)
  return digest.hex()
}
