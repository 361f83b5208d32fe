const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Cuts a stream of bytes into lines, and holds never more than the longest line that is allowed. */
export class Lines {
  private readonly most: number
  private readonly take: (line: Buffer) => void
  private readonly tooLong: () => void
  private parts: Uint8Array[] = []
  private length = 0
  private isSkipping = false

  /**
   * @param most - bytes of a line; longer ones are dropped.
   * @param take - gets each line without its end.
   * @param tooLong - told once for each line that was dropped.
   */
  constructor(most: number, take: (line: Buffer) => void, tooLong: () => void) {
    this.most = most
    this.take = take
    this.tooLong = tooLong
  }

  push(chunk: Uint8Array): void {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.add(chunk.subarray(start, end))
      this.finish()
      start = end + 1
    }
    this.add(chunk.subarray(start))
  }

  private add(part: Uint8Array): void {
    if (this.isSkipping || part.length === 0) return
    this.length += part.length
    if (this.length <= this.most) {
      this.parts.push(part)
      return
    }
    this.isSkipping = true
    this.parts = []
    this.tooLong()
  }

  private finish(): void {
    const { parts, length, isSkipping } = this
    this.parts = []
    this.length = 0
    this.isSkipping = false
    if (isSkipping) return
    const line = Buffer.concat(parts, length)
    this.take(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line)
  }
}
