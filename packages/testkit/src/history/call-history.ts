import type { SessionEvent } from '@millrace/protocol'
import type { Problems } from './problems.ts'

/** The calls of one step that have no result yet, in the order of the model. */
type Batch = string[]

interface KnownCall {
  readonly event: SessionEvent<'tool/call'>
  readonly batch: Batch
  result?: number
}

/** Calls and their results: one for each, in the order of the model, and nothing of a call after its result. */
export class CallHistory {
  readonly #problems: Problems
  readonly #calls = new Map<string, KnownCall>()
  readonly #batches = new Map<string, Batch>()
  readonly #dispatches = new Map<string, boolean>()
  /** What the model asked for in a step, until its calls are logged. */
  readonly #asked = new Map<string, { readonly event: SessionEvent; readonly ids: string[] }>()

  constructor(problems: Problems) {
    this.#problems = problems
  }

  /** Takes the next event of any agent. */
  take(event: SessionEvent): void {
    if (event.type === 'assistant/message') this.#message(event)
    else if (event.type === 'tool/call') this.#call(event)
    else if (event.type === 'tool/result') this.#result(event)
    else if (isNews(event)) this.#news(event, event.data.callId)
    else if (event.type === 'tool/code-dispatch-start') this.#dispatchStart(event)
    else if (event.type === 'tool/code-dispatch') this.#dispatchEnd(event)
  }

  /** Complains of whatever has no end. */
  end(): void {
    for (const { event, result } of this.#calls.values())
      if (result === undefined) this.#problems.at(event, `the call ${event.data.callId} has no result`)
    for (const { event, ids } of this.#asked.values())
      if (ids.length > 0) this.#problems.at(event, `the model's calls ${ids.join(', ')} were never made`)
    for (const [id, ended] of this.#dispatches)
      if (!ended) this.#problems.add(`the call ${id} of a program has no end`)
  }

  #message(event: SessionEvent<'assistant/message'>): void {
    const ids = (event.data.message.toolCalls ?? []).map((call) => call.id)
    if (ids.length > 0) this.#asked.set(stepOf(event), { event, ids })
  }

  #call(event: SessionEvent<'tool/call'>): void {
    const { callId } = event.data
    if (callId === '') this.#problems.at(event, 'a call without an id')
    if (this.#calls.has(callId)) this.#problems.at(event, `the id ${callId} names an earlier call, too`)
    const step = stepOf(event)
    const batch = this.#batches.get(step) ?? []
    this.#batches.set(step, batch)
    batch.push(callId)
    this.#calls.set(callId, { event, batch })
    const next = this.#asked.get(step)?.ids.shift()
    if (next !== callId)
      this.#problems.at(event, `the model asked for ${next ?? 'no more calls'} here, not for ${callId}`)
  }

  #result(event: SessionEvent<'tool/result'>): void {
    const { callId, callSeq } = event.data
    const known = this.#calls.get(callId)
    if (known === undefined) return this.#problems.at(event, `a result of ${callId}, which nobody called`)
    if (known.result !== undefined)
      return this.#problems.at(event, `a second result of ${callId}; the first is event ${known.result}`)
    known.result = event.seq
    const { event: call, batch } = known
    if (callSeq !== call.seq)
      this.#problems.at(event, `callSeq is ${callSeq}, and the call is event ${call.seq}`)
    if (stepOf(event) !== stepOf(call))
      this.#problems.at(event, `the call ${callId} is of another step or agent`)
    const [expected] = batch
    batch.splice(batch.indexOf(callId), 1)
    if (expected !== callId)
      this.#problems.at(
        event,
        `the result of ${callId} comes before that of ${expected}, which was called earlier`,
      )
  }

  #dispatchStart(event: SessionEvent<'tool/code-dispatch-start'>): void {
    const { subCallId, rootCallId } = event.data
    if (this.#dispatches.has(subCallId))
      this.#problems.at(event, `the call ${subCallId} of a program started before`)
    this.#dispatches.set(subCallId, false)
    this.#news(event, rootCallId)
  }

  #dispatchEnd(event: SessionEvent<'tool/code-dispatch'>): void {
    const { subCallId, rootCallId } = event.data
    if (this.#dispatches.get(subCallId) !== false)
      this.#problems.at(event, `the call ${subCallId} of a program had not started, or had ended`)
    this.#dispatches.set(subCallId, true)
    this.#news(event, rootCallId)
  }

  #news(event: SessionEvent, callId: string): void {
    const known = this.#calls.get(callId)
    if (known?.result !== undefined)
      this.#problems.at(event, `news of ${callId} after its result, which is event ${known.result}`)
  }
}

type News = SessionEvent<'tool/trace' | 'tool/progress' | 'tool/code-console' | 'tool/code-resumed'>

function isNews(event: SessionEvent): event is News {
  const { type } = event
  return (
    type === 'tool/trace' ||
    type === 'tool/progress' ||
    type === 'tool/code-console' ||
    type === 'tool/code-resumed'
  )
}

function stepOf(event: SessionEvent<'assistant/message' | 'tool/call' | 'tool/result'>): string {
  return `${event.agent ?? ''}/${event.data.turn}/${event.data.step}`
}
