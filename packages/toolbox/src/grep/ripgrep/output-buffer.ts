/** Output of a program that is kept up to a bound. */
export class OutputBuffer {
  private readonly chunks: Uint8Array[] = []
  private readonly maxBytes: number
  private length = 0

  /** @param maxBytes - more than that is not kept, and `isOverfull` from then on. */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Whether something was not kept. */
  get isOverfull(): boolean {
    return this.length > this.maxBytes
  }

  add(chunk: Uint8Array): void {
    this.length += chunk.length
    if (!this.isOverfull) this.chunks.push(Uint8Array.from(chunk))
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks)
  }
}
