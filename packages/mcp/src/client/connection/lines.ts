const lineFeed = 0x0a
const carriageReturn = 0x0d
/** Bytes of the beginning and of the end by which a line that was dropped is told. */
const toldBytes = 256

/** Cuts a stream of bytes into lines, and holds never more than the longest line that is allowed. */
export class Lines {
  private readonly most: number
  private readonly take: (line: Buffer) => void
  private readonly tooLong: (head: Buffer) => void
  private readonly dropped: (tail: Buffer) => void
  private parts: Uint8Array[] = []
  private length = 0
  private isSkipping = false
  private tail: Buffer = Buffer.alloc(0)

  /**
   * @param most - bytes of a line; longer ones are dropped.
   * @param take - gets each line without its end.
   * @param tooLong - told once for each line that is dropped, as soon as that is known, with its beginning.
   * @param dropped - told where that line ends, with its last bytes.
   */
  constructor(
    most: number,
    take: (line: Buffer) => void,
    tooLong: (head: Buffer) => void,
    dropped: (tail: Buffer) => void,
  ) {
    this.most = most
    this.take = take
    this.tooLong = tooLong
    this.dropped = dropped
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
    if (part.length === 0) return
    if (this.isSkipping) return this.keepTail(part)
    this.length += part.length
    this.parts.push(part)
    if (this.length <= this.most) return
    const head = beginning(this.parts)
    this.isSkipping = true
    this.parts = []
    this.keepTail(part)
    this.tooLong(head)
  }

  private keepTail(part: Uint8Array): void {
    const both =
      part.length < toldBytes ? Buffer.concat([this.tail, part]) : Buffer.from(part.subarray(-toldBytes))
    this.tail = both.subarray(-toldBytes)
  }

  private finish(): void {
    const { parts, length, isSkipping, tail } = this
    this.parts = []
    this.length = 0
    this.isSkipping = false
    if (isSkipping) {
      this.tail = Buffer.alloc(0)
      return this.dropped(tail)
    }
    const line = Buffer.concat(parts, length)
    this.take(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line)
  }
}

function beginning(parts: readonly Uint8Array[]): Buffer {
  const few: Uint8Array[] = []
  for (let at = 0, length = 0; at < parts.length && length < toldBytes; at += 1) {
    const part = parts[at] as Uint8Array
    few.push(part)
    length += part.length
  }
  return Buffer.concat(few).subarray(0, toldBytes)
}
