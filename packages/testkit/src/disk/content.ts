/** A change of a file's bytes. */
export type FileChange =
  | { readonly kind: 'write'; readonly position: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly size: number }

/** Bytes that grow; what was never written is zero. */
export class Content {
  private buffer: Uint8Array
  private length: number

  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.buffer = bytes.slice()
    this.length = bytes.length
  }

  get size(): number {
    return this.length
  }

  /** A copy of a part. */
  read(position: number, size: number): Uint8Array {
    return this.buffer.slice(Math.min(position, this.length), Math.min(position + size, this.length))
  }

  /** A copy of the whole. */
  bytes(): Uint8Array {
    return this.read(0, this.length)
  }

  apply(change: FileChange): void {
    if (change.kind === 'truncate') return this.resize(change.size)
    if (change.bytes.length === 0) return
    this.resize(Math.max(this.length, change.position + change.bytes.length))
    this.buffer.set(change.bytes, change.position)
  }

  resize(size: number): void {
    if (size > this.buffer.length) {
      const grown = new Uint8Array(Math.max(size, this.buffer.length * 2, 256))
      grown.set(this.buffer.subarray(0, this.length))
      this.buffer = grown
    }
    // What a truncate cut off must not come back when the file grows again.
    if (size < this.length) this.buffer.fill(0, size, this.length)
    this.length = size
  }

  /** Turns one bit around; outside of the bytes nothing happens. */
  flip(position: number, bit: number): void {
    if (position >= this.length) return
    this.buffer[position] = (this.buffer[position] ?? 0) ^ (1 << bit)
  }
}
