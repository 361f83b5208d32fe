import type { SpilledOutput } from '../../src/shell/operations.ts'

/** A spill in the memory that takes so many bytes and can be told to fail. */
export class MemorySpill implements SpilledOutput {
  readonly path = '/spill/output.txt'
  written = 0
  failure: unknown
  isRemoved = false
  readonly #quota: number
  readonly #chunks: Uint8Array[] = []

  /** @param quota - bytes that it takes. */
  constructor(quota = Infinity) {
    this.#quota = quota
  }

  async write(chunk: Uint8Array): Promise<void> {
    const taken = chunk.slice(0, Math.max(0, this.#quota - this.written))
    this.#chunks.push(taken)
    this.written += taken.length
  }

  async read(offset: number, maxBytes: number): Promise<Uint8Array> {
    return Buffer.concat(this.#chunks).subarray(offset, offset + maxBytes)
  }

  async close(): Promise<void> {}

  async remove(): Promise<void> {
    this.isRemoved = true
  }
}
