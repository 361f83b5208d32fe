import { looksFailed } from '@millrace/cards'
import type { ApprovalOutcome, CallId, ToolStatus } from '@millrace/protocol'
import type { Frame } from '@millrace/web/wire'
import type { SessionEvents } from '../store/open-session.ts'

/** What is marked on the track of a session. */
export type MarkKind = 'turn' | 'asked' | 'denied' | 'failed'

/** Something at one event. */
export interface Mark {
  readonly index: number
  readonly kind: MarkKind
}

/** What an answer makes of a call, where it makes anything of it. */
const statusOfAnswer: Partial<Record<ApprovalOutcome, ToolStatus>> = {
  rejected: 'denied',
  unavailable: 'denied',
  cancelled: 'cancelled',
}

/** What a scrubber has to know of the events of a session. Reads each of them once, as they come. */
export class Track {
  /** The calls of the model in their order: which event asked for them. */
  readonly calls: { readonly index: number; readonly callId: CallId }[] = []
  readonly marks: Mark[] = []
  readonly #denied = new Set<CallId>()
  readonly #quiet = new Set<CallId>()
  #read = 0

  /** Takes in what has come since. */
  read(events: SessionEvents): void {
    for (; this.#read < events.length; this.#read++) this.#add(this.#read, events.frameAt(this.#read))
  }

  #add(index: number, { event, result }: Frame): void {
    if (event.type === 'tool/call') this.calls.push({ index, callId: event.data.callId })
    else if (event.type === 'turn/start' && event.agent === undefined) this.#mark(index, 'turn')
    else if (event.type === 'turn/end' && event.data.reason === 'failed') this.#mark(index, 'failed')
    else if (event.type === 'approval/asked') this.#mark(index, 'asked')
    else if (event.type === 'approval/decided')
      this.#settle(event.data.callId, statusOfAnswer[event.data.outcome])
    else if (event.type === 'tool/trace') this.#settle(event.data.callId, event.data.status)
    else if (event.type === 'tool/result') this.#ended(index, event.data.callId, event.data.isError, result)
    else if (event.type === 'tool/code-dispatch')
      this.#ended(index, event.data.subCallId, event.data.isError, result)
  }

  #settle(callId: CallId, status: ToolStatus | undefined): void {
    if (status === 'denied') this.#denied.add(callId)
    else if (status === 'cancelled') this.#quiet.add(callId)
  }

  #ended(index: number, callId: CallId, isError: boolean, result: Frame['result']): void {
    const status = isError ? 'failed' : 'done'
    if (isError && this.#denied.has(callId)) this.#mark(index, 'denied')
    else if (isError && this.#quiet.has(callId)) return
    else if (looksFailed({ status, ...(result !== undefined && { result }) })) this.#mark(index, 'failed')
  }

  #mark(index: number, kind: MarkKind): void {
    this.marks.push({ index, kind })
  }

  /** The position right behind the next call, seen from a position; none where no call comes. */
  nextCall(position: number): { readonly position: number; readonly callId: CallId } | undefined {
    const call = this.calls.find(({ index }) => index + 1 > position)
    return call && { position: call.index + 1, callId: call.callId }
  }

  /** The position right behind the call before. */
  previousCall(position: number): { readonly position: number; readonly callId: CallId } | undefined {
    const call = this.calls.findLast(({ index }) => index + 1 < position)
    return call && { position: call.index + 1, callId: call.callId }
  }
}

/** Marks as shares of the track: those that stand on the same spot are one, the worst of them. */
export function spotsOf(
  marks: readonly Mark[],
  length: number,
  spots: number,
): readonly { at: number; kind: MarkKind }[] {
  const worst = new Map<number, MarkKind>()
  for (const { index, kind } of marks) {
    const spot = Math.round((index / Math.max(1, length)) * spots)
    const before = worst.get(spot)
    if (before === undefined || gravity[kind] > gravity[before]) worst.set(spot, kind)
  }
  return [...worst].map(([spot, kind]) => ({ at: spot / spots, kind }))
}

const gravity: Readonly<Record<MarkKind, number>> = { turn: 0, asked: 1, denied: 2, failed: 3 }
