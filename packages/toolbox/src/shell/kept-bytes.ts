import { outputLimits } from './limits.ts'

const { head, tail } = outputLimits
const capacity = head + tail
const firstSize = 1024

/**
 * The first and the last bytes of a stream, in one buffer that grows as far as it is needed: the start stays, and
 * what follows it goes round in a ring.
 */
export class KeptBytes {
  /** Bytes of the stream so far. */
  total = 0
  #buffer: Buffer = Buffer.alloc(0)

  /** Whether everything is kept. */
  get isWhole(): boolean {
    return this.hasRoomFor(0)
  }

  /** Where the kept end begins; 0 as long as everything is kept. */
  get tailStart(): number {
    return this.isWhole ? 0 : this.total - tail
  }

  /** Whether everything is kept still when so many bytes come next. */
  hasRoomFor(bytes: number): boolean {
    return this.total + bytes <= capacity
  }

  /** Takes in what comes next; the bytes are copied. */
  append(chunk: Uint8Array): void {
    const plain = Math.min(chunk.length, Math.max(0, capacity - this.total))
    if (plain > 0) {
      this.#reserve(this.total + plain)
      this.#buffer.set(chunk.subarray(0, plain), this.total)
    }
    const round = chunk.subarray(Math.max(plain, chunk.length - tail))
    this.total += chunk.length
    if (plain < chunk.length) this.#appendRound(round, this.total - round.length)
  }

  /** A copy of the bytes from one position in the stream to another; both lie in the start or both in the end. */
  slice(from: number, to: number): Buffer {
    const start = place(from)
    if (start + to - from <= capacity) return Buffer.from(this.#buffer.subarray(start, start + to - from))
    return Buffer.concat([this.#buffer.subarray(start), this.#buffer.subarray(head, place(to))])
  }

  #appendRound(bytes: Uint8Array, from: number): void {
    const start = place(from)
    const fitting = Math.min(bytes.length, capacity - start)
    this.#buffer.set(bytes.subarray(0, fitting), start)
    this.#buffer.set(bytes.subarray(fitting), head)
  }

  #reserve(size: number): void {
    if (size <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(
      Math.min(capacity, Math.max(size, firstSize, this.#buffer.length * 2)),
    )
    larger.set(this.#buffer)
    this.#buffer = larger
  }
}

/** Where a position of the stream lies in the buffer. */
function place(position: number): number {
  return position < capacity ? position : head + ((position - head) % tail)
}
