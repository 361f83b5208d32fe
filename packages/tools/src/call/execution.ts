import type { CallId, UserMessage } from '@millrace/protocol'
import type { Agent, ToolExecutionToken, ToolProgress, ToolRunContext } from '../contract/execution.ts'
import { discard } from '../outcome/discard.ts'
import type { Call } from './call.ts'
import type { Draft } from './draft.ts'
import { openAttempt } from './open-attempt.ts'
import { reportProgress } from './progress.ts'

/**
 * The one identity of a call, frozen from the start. All members are plain ones but the signal, which reads
 * and writes the call's; its accessors are shared, since defining them for each call would cost more than
 * the rest of it. What a body does through it are own functions, so that they work destructured or from a copy;
 * few bodies report progress, so that function is made when it is first asked for, and a copy goes without it.
 */
export class Execution implements ToolRunContext {
  readonly #call: Call
  #report: ToolRunContext['reportProgress'] | undefined
  readonly callId: CallId
  readonly rootCallId: CallId
  readonly name: string
  readonly arguments: unknown
  declare readonly signal: AbortSignal
  readonly token: ToolExecutionToken
  readonly deferContext: (context: UserMessage) => void
  readonly concludeTurn: () => void
  declare readonly agent?: Agent & object
  declare readonly parent?: ToolExecutionToken

  constructor(call: Call, draft: Draft) {
    this.#call = call
    this.callId = draft.callId
    this.rootCallId = draft.rootCallId
    this.name = draft.name
    this.arguments = draft.args
    Object.defineProperty(this, 'signal', Execution.#signal)
    this.token = Symbol('tool call') as ToolExecutionToken
    this.deferContext = (context) => {
      const attempt = openAttempt(call, 'deferContext')
      if (attempt !== undefined) (attempt.contexts ??= []).push(context)
    }
    this.concludeTurn = () => {
      const attempt = openAttempt(call, 'concludeTurn')
      if (attempt !== undefined) attempt.concludes = true
    }
    if (draft.agent !== undefined) this.agent = draft.agent
    if (draft.parent !== undefined) this.parent = draft.parent
    Object.freeze(this)
  }

  get reportProgress(): ToolRunContext['reportProgress'] {
    return (this.#report ??= (progress: ToolProgress) => reportProgress(this.#call, progress))
  }

  static readonly #signal: PropertyDescriptor & ThisType<Execution> = {
    enumerable: true,
    get() {
      return this.#call.fused?.signal ?? this.#call.signal
    },
    set(replacement: unknown) {
      if (!this.#call.wrapping) return
      if (!isAbortSignal(replacement)) {
        discard(replacement)
        throw new TypeError('a tools/execute wrapper may replace the signal by another AbortSignal only')
      }
      this.#call.signal = replacement
    },
  }

  static {
    // A descriptor inherits: what somebody put on Object.prototype must not become part of it.
    Object.setPrototypeOf(Execution.#signal, null)
  }
}

/** Whether a value is an abort signal, of this realm or another. Never throws. */
export function isAbortSignal(value: unknown): value is AbortSignal {
  try {
    if (value instanceof AbortSignal) return true
    const candidate = value as Partial<AbortSignal> | null | undefined
    return (
      typeof candidate?.aborted === 'boolean' &&
      typeof candidate.addEventListener === 'function' &&
      typeof candidate.removeEventListener === 'function'
    )
  } catch {
    return false
  }
}
