import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Frame, SessionStreamEvents } from '@millrace/web/wire'
import { createParser } from 'eventsource-parser'
import { onTestFinished } from 'vitest'
import { token } from './served.ts'

/** One server-sent event as it came. */
export interface ReadEvent {
  readonly name: string
  readonly data: unknown
  /** `performance.now()` when it came. */
  readonly at: number
}

/** A stream of a server that a test reads. */
export class EventReader {
  readonly response: IncomingMessage
  readonly events: ReadEvent[] = []
  isEnded = false
  /** Bytes that came. */
  bytes = 0
  #waiting: (() => void)[] = []

  constructor(response: IncomingMessage) {
    this.response = response
    const parser = createParser({
      onEvent: ({ event = '', data }) => {
        this.events.push({ name: event, data: JSON.parse(data), at: performance.now() })
      },
    })
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      this.bytes += Buffer.byteLength(chunk)
      parser.feed(chunk)
      this.#wake()
    })
    const end = (): void => {
      this.isEnded = true
      this.#wake()
    }
    response.on('error', end)
    response.on('close', end)
  }

  /** Opens a stream. @throws Error with the body where it is refused. */
  static async open(port: number, path: string, isRead = true): Promise<EventReader> {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }).end()
    onTestFinished(() => void asked.destroy())
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) {
      const parts = await response.toArray()
      throw new Error(`${response.statusCode}: ${parts.map(String).join('')}`)
    }
    const reader = new EventReader(response)
    if (!isRead) response.pause()
    return reader
  }

  /** Waits until the events that came are as wanted, or the stream ended. */
  async until(isThere: (events: readonly ReadEvent[]) => boolean): Promise<void> {
    while (!isThere(this.events)) {
      if (this.isEnded)
        throw new Error(`the stream ended after ${this.events.map(({ name }) => name).join(' ')}`)
      await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    }
  }

  /** Waits for an event of this name. @returns the data of the last one. */
  async next<Name extends keyof SessionStreamEvents>(name: Name): Promise<SessionStreamEvents[Name]> {
    await this.until((events) => events.some((event) => event.name === name))
    return this.all(name).at(-1) as SessionStreamEvents[Name]
  }

  /** Waits for the end of the stream. */
  async ended(): Promise<void> {
    while (!this.isEnded) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  /** The data of all events of a name. */
  all(name: string): readonly unknown[] {
    return this.events.flatMap((event) => (event.name === name ? [event.data] : []))
  }

  /** All frames that came, those of the tail apart. */
  get frames(): readonly Frame[] {
    return this.all('frames').flatMap((data) => (data as { frames: readonly Frame[] }).frames)
  }

  /** Their numbers. */
  get seqs(): readonly number[] {
    return this.frames.map(({ event }) => event.seq)
  }

  close(): void {
    this.response.destroy()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}
