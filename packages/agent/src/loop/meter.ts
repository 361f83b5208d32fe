import type { CallId, SessionEvent, Totals } from '@millrace/protocol'
import { Sums, type CallEnd, type Increment } from './sums.ts'

/** What each event of a session adds to what was used; how a call ended stands in its trace, which comes first. */
export class EventIncrements {
  readonly #statuses = new Map<CallId, CallEnd>()

  of(event: SessionEvent): Increment | undefined {
    const { type, data } = event
    if (type === 'step/start') return { step: true }
    if (type === 'step/end' || type === 'context/summarised') {
      const { usage, cost } = data
      return usage === undefined ? undefined : { usage, ...(cost !== undefined && { cost }) }
    }
    if (type === 'tool/call' || type === 'tool/code-dispatch-start') return { callMade: true }
    if (type === 'tool/result') return { callEnd: this.#endOf(data) }
    if (type === 'turn/end') return { ms: data.totals.ms, toolMs: data.totals.toolMs }
    if (type === 'tool/trace') this.#statuses.set(data.callId, data.status)
    // Totals do not count how calls of programs ended.
    if (type === 'tool/code-dispatch') this.#statuses.delete(data.subCallId)
    return undefined
  }

  #endOf({ callId, isError, error }: SessionEvent<'tool/result'>['data']): CallEnd {
    const status = this.#statuses.get(callId)
    this.#statuses.delete(callId)
    if (status !== undefined) return status
    if (!isError) return 'done'
    return error?.name === 'AbortError' ? 'cancelled' : 'failed'
  }
}

/** What an agent has used: in its session, and in the turn that runs. */
export class Meter {
  readonly session = new Sums()
  turn = new Sums()

  /** @param own - whether the event is of the agent itself; the time of sub-agents passes within its own. */
  add(increment: Increment, own: boolean): void {
    const counted = own ? increment : { ...increment, ms: 0, toolMs: 0 }
    this.session.add(counted)
    this.turn.add(counted)
  }

  /** @param used - what a turn that goes on has used already. */
  startTurn(used: Sums = new Sums()): void {
    this.turn = used
  }

  get totals(): Totals {
    return this.session.totals()
  }
}
