import type { LogRedactor } from './runtime.ts'

/** Takes secrets out of a text that comes in pieces, wherever the pieces are cut. */
export class PieceRedactor {
  readonly #stream: ReturnType<NonNullable<LogRedactor['stream']>> | undefined
  readonly #decoder = new TextDecoder()
  readonly #encoder = new TextEncoder()

  constructor(redactor: LogRedactor | undefined) {
    this.#stream = redactor?.stream?.()
  }

  /** As much of the text so far as can be told; the rest comes later. */
  push(piece: string): string {
    if (this.#stream === undefined) return piece
    return this.#decoder.decode(this.#stream.push(this.#encoder.encode(piece)), { stream: true })
  }

  /** The rest. */
  end(): string {
    return this.#stream === undefined ? '' : this.#decoder.decode(this.#stream.end())
  }
}
