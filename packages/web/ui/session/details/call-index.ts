import type { CallId } from '@millrace/protocol'
import type { OpenSession, SessionEvents } from '../store/open-session.ts'
import { callOf, recorded, type CallRecord } from './call-record.ts'

/** Which events are about which call. Reads each event once, as they come. */
class CallIndex {
  readonly #places = new Map<CallId, number[]>()
  #read = 0

  /** Takes in what has come since. */
  read(events: SessionEvents): void {
    for (; this.#read < events.length; this.#read++) {
      const callId = callOf(events.at(this.#read))
      if (callId === undefined) continue
      const places = this.#places.get(callId)
      if (places === undefined) this.#places.set(callId, [this.#read])
      else places.push(this.#read)
    }
  }

  /** What is known of a call after so many events of the session. */
  recordOf(callId: CallId, events: SessionEvents, count: number): CallRecord | undefined {
    let record: CallRecord | undefined
    for (const place of this.#places.get(callId) ?? []) {
      if (place >= count) break
      record = recorded(record, events.at(place))
    }
    return record
  }
}

const indexes = new WeakMap<OpenSession, CallIndex>()

/** What is known of a call at the moment that a session shows. Inside of a component, it is asked again when that changes. */
export function recordIn(session: OpenSession, callId: CallId): CallRecord | undefined {
  void session.version.value
  const index = indexes.get(session) ?? new CallIndex()
  indexes.set(session, index)
  index.read(session.events)
  return index.recordOf(callId, session.events, session.moment.value ?? session.events.length)
}
