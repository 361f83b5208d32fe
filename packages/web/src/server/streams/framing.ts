import { announcedCall, presentEvent, type AnnouncedCall } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import type { Frame } from '../../wire/frame.ts'
import { jsonText } from '../http/json-text.ts'
import type { SessionSource } from '../host.ts'

/** Calls that are remembered until their results come. */
const mostCalls = 10_000

/** Makes frames of the events of a session, one after the other. */
export class Framing {
  readonly #source: SessionSource
  readonly #calls = new Map<string, AnnouncedCall>()

  constructor(source: SessionSource) {
    this.#source = source
  }

  /** The frame of the next event, as JSON. */
  async json(event: SessionEvent): Promise<string> {
    const announced = announcedCall(event)
    if (announced !== undefined) this.#remember(announced)
    const call = announced ?? (await this.#ended(event))
    return jsonText(this.#frame(event, call))
  }

  #frame(event: SessionEvent, call: AnnouncedCall | undefined): Frame {
    const { presenters } = this.#source
    // Without a presenter the page makes the same view itself.
    if (call === undefined || presenters(call.tool) === undefined) return { event }
    return { event, ...presentEvent(event, presenters, () => call) }
  }

  #remember(call: AnnouncedCall): void {
    this.#calls.set(call.callId, call)
    if (this.#calls.size <= mostCalls) return
    for (const oldest of this.#calls.keys()) return void this.#calls.delete(oldest)
  }

  /** The call whose result an event tells. */
  async #ended(event: SessionEvent): Promise<AnnouncedCall | undefined> {
    if (event.type === 'tool/code-dispatch')
      return announcedCall({ ...event, type: 'tool/code-dispatch-start' })
    if (event.type !== 'tool/result') return undefined
    const { callId, callSeq } = event.data
    const known = this.#calls.get(callId)
    this.#calls.delete(callId)
    return known ?? (await this.#lookUp(callId, callSeq))
  }

  /** A call that was announced before the first event that came here. */
  async #lookUp(callId: string, seq: number): Promise<AnnouncedCall | undefined> {
    const leaving = new AbortController()
    try {
      for await (const [event] of this.#source.pages(seq - 1, leaving.signal)) {
        const call = event?.seq === seq ? announcedCall(event) : undefined
        return call?.callId === callId ? call : undefined
      }
      return undefined
    } catch {
      // Whoever reads the log itself hears of that; a result without its call has the card of any tool.
      return undefined
    } finally {
      leaving.abort()
    }
  }
}
