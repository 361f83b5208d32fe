/** As many pieces are put together to one, so that a flow of single bytes costs little more than its bytes. */
const together = 1024

/** Bytes that came in pieces. */
export class Gathered {
  private wholes: Buffer[] = []
  private pieces: Uint8Array[] = []
  private bytes = 0

  get length(): number {
    return this.bytes
  }

  add(piece: Uint8Array): void {
    this.bytes += piece.length
    if (this.pieces.push(piece) < together) return
    this.wholes.push(Buffer.concat(this.pieces))
    this.pieces = []
  }

  /** As much of the beginning. */
  head(length: number): Buffer {
    const few: Uint8Array[] = []
    let found = 0
    for (const part of [...this.wholes, ...this.pieces]) {
      if (found >= length) break
      few.push(part)
      found += part.length
    }
    return Buffer.concat(few).subarray(0, length)
  }

  /** All of it; nothing is left here. */
  take(): Buffer {
    const all = Buffer.concat([...this.wholes, ...this.pieces], this.bytes)
    this.clear()
    return all
  }

  clear(): void {
    this.wholes = []
    this.pieces = []
    this.bytes = 0
  }
}
