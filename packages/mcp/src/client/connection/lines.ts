import { Gathered } from '../../bytes/gathered.ts'

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
  private readonly line = new Gathered()
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
    this.line.add(part)
    if (this.line.length <= this.most) return
    const head = this.line.head(toldBytes)
    this.isSkipping = true
    this.line.clear()
    this.keepTail(part)
    this.tooLong(head)
  }

  private keepTail(part: Uint8Array): void {
    const both =
      part.length < toldBytes ? Buffer.concat([this.tail, part]) : Buffer.from(part.subarray(-toldBytes))
    this.tail = both.subarray(-toldBytes)
  }

  private finish(): void {
    const { isSkipping, tail } = this
    this.isSkipping = false
    if (isSkipping) {
      this.tail = Buffer.alloc(0)
      return this.dropped(tail)
    }
    const line = this.line.take()
    this.take(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line)
  }
}
