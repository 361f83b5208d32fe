// What a child and its host say to each other: a line with a word, numbers, and the length of the body that follows it.

const longestHead = 96
const head = /^[a-z]{1,8}(?: -?\d{1,15}){1,6}$/

/** Says why what came is no frame. */
export class FrameError extends Error {}

/**
 * A frame as it is sent.
 * @param {string} word
 * @param {readonly number[]} numbers - whole numbers.
 * @param {string} [body]
 * @returns {Buffer}
 */
export function frame(word, numbers, body = '') {
  const length = Buffer.byteLength(body)
  const line = `${word} ${[...numbers, length].join(' ')}\n`
  const bytes = Buffer.allocUnsafe(line.length + length)
  bytes.write(line, 0, 'latin1')
  bytes.write(body, line.length, 'utf8')
  return bytes
}

/** Finds the frames in what arrives in pieces. It keeps no more than one frame of the greatest length. */
export class FrameReader {
  /** What came of a frame that is not complete; it grows by doubling, as a piece may be a single byte. */
  #store = Buffer.alloc(0)
  #held = 0
  /** @type {{ word: string, numbers: number[], length: number } | undefined} */
  #open
  #broken = false

  /** @param {number} most - bytes of the longest body. */
  constructor(most) {
    this.most = most
  }

  /**
   * The frames that are complete with this piece, in order.
   * @param {Uint8Array} piece
   * @returns {Generator<{ word: string, numbers: number[], body: string }, void, void>}
   * @throws FrameError where it is none; nothing can be read after that.
   */
  *read(piece) {
    if (this.#broken) throw new FrameError('the frames before it were broken')
    let rest = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    while (rest.length > 0 || this.#open?.length === 0) {
      if (this.#open === undefined) {
        const end = rest.indexOf(10)
        const part = end < 0 ? rest : rest.subarray(0, end)
        if (this.#held + part.length > longestHead) throw this.#fail('its first line is too long')
        if (end < 0) return this.#hold(rest)
        this.#open = this.#headOf(this.#taken(part))
        rest = rest.subarray(end + 1)
      }
      const wanted = this.#open.length - this.#held
      if (rest.length < wanted) return this.#hold(rest)
      const body = this.#taken(rest.subarray(0, wanted))
      rest = rest.subarray(wanted)
      const { word, numbers } = this.#open
      this.#open = undefined
      yield { word, numbers, body: body.toString('utf8') }
    }
  }

  /** @param {Buffer} piece */
  #hold(piece) {
    const length = this.#held + piece.length
    if (length > this.#store.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, this.#store.length * 2, 256))
      this.#store.copy(grown, 0, 0, this.#held)
      this.#store = grown
    }
    piece.copy(this.#store, this.#held)
    this.#held = length
  }

  /** @param {Buffer} last */
  #taken(last) {
    if (this.#held === 0) return last
    this.#hold(last)
    const whole = this.#store.subarray(0, this.#held)
    this.#store = Buffer.alloc(0)
    this.#held = 0
    return whole
  }

  /** @param {Buffer} line */
  #headOf(line) {
    const text = line.toString('latin1')
    if (!head.test(text)) throw this.#fail('its first line is none of a frame')
    const [word = '', ...rest] = text.split(' ')
    const numbers = rest.map(Number)
    const length = numbers.pop() ?? -1
    if (length < 0 || length > this.most) throw this.#fail(`its length is not from 0 to ${this.most} bytes`)
    return { word, numbers, length }
  }

  /** @param {string} why */
  #fail(why) {
    this.#broken = true
    this.#store = Buffer.alloc(0)
    this.#held = 0
    return new FrameError(why)
  }
}
