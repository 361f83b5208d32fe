import type { ServerResponse } from 'node:http'
import { answerHeaders } from '../http/security-headers.ts'
import { jsonText } from '../http/json-text.ts'

/** Milliseconds after which something is sent in any case, so that both sides know that the other one is there. */
const heartbeat = 15_000

/** Server-sent events to one page. What a page does not take is never piled up for it: sending waits. */
export class EventStream {
  readonly #response: ServerResponse
  readonly #closed = new AbortController()
  readonly #beating: ReturnType<typeof setInterval>
  #isSilent = true
  #resume: () => void = () => {}

  constructor(response: ServerResponse) {
    this.#response = response
    this.#beating = setInterval(() => this.#beat(), heartbeat)
    this.#beating.unref()
    response.on('drain', () => this.#resume())
    response.on('error', () => this.#close())
    response.on('close', () => this.#close())
    // Whoever left before this began is told by no event any more.
    if (response.destroyed || response.closed) {
      this.#close()
      return
    }
    response.writeHead(200, { ...answerHeaders, 'Content-Type': 'text/event-stream' })
    response.flushHeaders()
  }

  /** Comes when the page is gone, or the stream was ended. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  /** Sends a message that was encoded before. @returns when the page can take more, or is gone. */
  async send(message: Uint8Array | string): Promise<void> {
    if (this.closed.aborted) return
    this.#isSilent = false
    if (this.#response.write(message)) return
    await new Promise<void>((resolve) => (this.#resume = resolve))
  }

  /** Sends one event by its name. @returns as `send` does. */
  tell(name: string, data: unknown): Promise<void> {
    return this.send(eventText(name, data))
  }

  /** Ends the stream behind what was sent. Idempotent. */
  end(): void {
    if (this.closed.aborted) return
    this.#response.end()
    this.#close()
  }

  #beat(): void {
    if (this.#isSilent && !this.#response.writableNeedDrain) this.#response.write(': \n\n')
    this.#isSilent = true
  }

  #close(): void {
    clearInterval(this.#beating)
    this.#closed.abort()
    this.#resume()
  }
}

/** One server-sent event. JSON has no line feeds, so that the data is one line. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${jsonText(data)}\n\n`
}
