import { messageBytes, type FramesMessage } from './frames-message.ts'

/** Bytes of the last messages that are kept for all viewers together. */
const mostBytes = 4 * 1024 * 1024

/** What comes next for a viewer: messages, nothing yet, or something that only the log still has. */
export type RingStep =
  | { readonly kind: 'messages'; readonly bytes: Uint8Array; readonly last: number }
  | { readonly kind: 'wait' }
  | { readonly kind: 'behind' }

/** The last frames of a session, in bounded memory however slow viewers are. */
export class FrameRing {
  readonly #messages: FramesMessage[] = []
  #bytes = 0
  #lostTo: number | undefined

  /** The last event that is not here and will not be; `undefined` where none was heard yet. */
  get lostTo(): number | undefined {
    return this.#lostTo
  }

  /** The next event is this one: what stands before it is in the log alone. */
  begin(seq: number): void {
    this.#lostTo ??= seq - 1
  }

  /** Adds what comes next. */
  push(message: FramesMessage): void {
    if (message.last <= (this.#lostTo ?? -1)) return
    this.#messages.push(message)
    this.#bytes += message.bytes.length
    while (this.#bytes > mostBytes && this.#messages.length > 1) this.#dropFirst()
  }

  /** Gives up all events until this one. */
  lose(seq: number): void {
    this.#messages.length = 0
    this.#bytes = 0
    this.#lostTo = seq
  }

  /** @param next - the number of the event that a viewer has not got yet. */
  after(next: number): RingStep {
    if (this.#lostTo !== undefined && next <= this.#lostTo) return { kind: 'behind' }
    // From the end, where those stand who keep up.
    const start = this.#messages.findLastIndex(({ last }) => last < next) + 1
    const parts: Uint8Array[] = []
    let last = next
    for (let index = start, bytes = 0; index < this.#messages.length && bytes < messageBytes; index++) {
      const message = this.#messages[index] as FramesMessage
      parts.push(message.from(next))
      bytes += message.bytes.length
      last = message.last
    }
    const [only, ...more] = parts
    if (only === undefined) return { kind: 'wait' }
    return { kind: 'messages', bytes: more.length === 0 ? only : Buffer.concat(parts), last }
  }

  #dropFirst(): void {
    const dropped = this.#messages.shift()
    if (dropped === undefined) return
    this.#bytes -= dropped.bytes.length
    this.#lostTo = dropped.last
  }
}
