import type { CallId, SessionEventMap, SessionEventType } from '@millrace/protocol'
import type { ProgramCall } from './history.ts'
import { closeProgramCalls, type Append } from './mend.ts'

/**
 * What the log already has of the calls of a program that goes on: it may tell of them again from its beginning, and each of
 * them is told of once.
 */
export class ResumedCall {
  readonly #callId: CallId
  readonly #made: Map<CallId, ProgramCall>
  #wentOn = false

  constructor(callId: CallId, made: ReadonlyMap<CallId, ProgramCall>) {
    this.#callId = callId
    this.#made = new Map(made)
  }

  /** Whether its program has taken up its work again. */
  get wentOn(): boolean {
    return this.#wentOn
  }

  /** Whether the log has this already. */
  isTold<T extends SessionEventType>(type: T, data: SessionEventMap[T]): boolean {
    const known = this.#made.get(subCallOf(type, data) ?? '')
    if (known === undefined) return false
    return type === 'tool/code-dispatch-start' || !known.isOpen
  }

  /** Follows what is told. */
  told<T extends SessionEventType>(type: T, data: SessionEventMap[T]): void {
    if (type === 'tool/code-resumed') this.#wentOn = true
    if (type !== 'tool/code-dispatch') return
    const id = subCallOf(type, data) ?? ''
    const known = this.#made.get(id)
    if (known !== undefined) this.#made.set(id, { ...known, isOpen: false })
  }

  /** Before the result of the call: what its program did not tell of any more ends with an unknown outcome. */
  beforeResult<T extends SessionEventType>(type: T, data: SessionEventMap[T], append: Append): void {
    if (type !== 'tool/result' || (data as SessionEventMap['tool/result']).callId !== this.#callId) return
    closeProgramCalls(this.#made, append)
    this.#made.clear()
  }
}

/** The call of a program that an event tells of. */
function subCallOf<T extends SessionEventType>(type: T, data: SessionEventMap[T]): CallId | undefined {
  if (type === 'tool/code-dispatch-start' || type === 'tool/code-dispatch') {
    return (data as SessionEventMap['tool/code-dispatch-start']).subCallId
  }
  return type === 'tool/trace' ? (data as SessionEventMap['tool/trace']).callId : undefined
}
