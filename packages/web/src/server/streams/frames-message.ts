import type { SessionStreamEvents } from '../../wire/frame.ts'

/** Bytes of frames that are sent at once, unless one frame is longer. */
export const messageBytes = 64 * 1024

type Name = Extract<keyof SessionStreamEvents, 'frames' | 'tail'>

const beginning = (name: Name): string => `event: ${name}\ndata: {"frames":[`
const ending = ']}\n\n'

/** Some frames as one server-sent event, encoded once for all who get them. */
export class FramesMessage {
  readonly first: number
  readonly last: number
  readonly bytes: Uint8Array
  /** Of each frame, and where it begins. */
  readonly #places: readonly Place[]

  constructor(places: readonly Place[], bytes: Uint8Array) {
    this.#places = places
    this.first = places[0]?.seq ?? 0
    this.last = places.at(-1)?.seq ?? 0
    this.bytes = bytes
  }

  /** The message without the frames before one. */
  from(seq: number): Uint8Array {
    if (seq <= this.first) return this.bytes
    const start = this.#places.find((place) => place.seq >= seq)?.start ?? this.bytes.length
    return Buffer.concat([Buffer.from(beginning('frames')), this.bytes.subarray(start)])
  }
}

interface Place {
  readonly seq: number
  readonly start: number
}

/** Puts frames together. */
export class FramesBuilder {
  readonly #name: Name
  #places: Place[] = []
  #parts: Buffer[] = []
  #length = 0

  constructor(name: Name = 'frames') {
    this.#name = name
  }

  get isEmpty(): boolean {
    return this.#places.length === 0
  }

  get isFull(): boolean {
    return this.#length >= messageBytes
  }

  /** @param json - the frame of the event with this number. */
  add(seq: number, json: string): void {
    const part = Buffer.from(this.isEmpty ? `${beginning(this.#name)}${json}` : `,${json}`)
    const skipped = this.isEmpty ? beginning(this.#name).length : 1
    this.#places.push({ seq, start: this.#length + skipped })
    this.#parts.push(part)
    this.#length += part.length
  }

  /** What was added since the last time; only where there is something. */
  build(): FramesMessage {
    const bytes = Buffer.concat([...this.#parts, Buffer.from(ending)])
    const message = new FramesMessage(this.#places, bytes)
    this.#places = []
    this.#parts = []
    this.#length = 0
    return message
  }
}
