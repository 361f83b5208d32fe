import type { CallId, UserMessage } from '@millrace/protocol'
import type { Agent, ToolExecutionToken, ToolRunContext } from '../contract/execution.ts'

/** What identifies a call. */
export interface CallIdentity {
  readonly callId: CallId
  readonly rootCallId: CallId
  readonly name: string
  readonly agent: (Agent & object) | undefined
  readonly parent: ToolExecutionToken | undefined
}

/** What a body does through its execution. Own functions, so that they work destructured or from a copy. */
export interface BodyActions {
  readonly deferContext: (context: UserMessage) => void
  readonly concludeTurn: () => void
}

/** The signal as the next wrapper, the body and later listeners see it. */
export interface SignalSlot {
  current: AbortSignal
  /** Only while the call is dispatched may it be replaced; at other times an attempt does nothing. */
  replaceable: boolean
}

/**
 * The one identity of a call, frozen from the start. All members are plain ones but the signal, which reads
 * and writes the slot; its accessors are shared, since defining them for each call would cost more than the
 * rest of it.
 */
class Execution {
  readonly #slot: SignalSlot
  readonly callId: CallId
  readonly rootCallId: CallId
  readonly name: string
  readonly arguments: unknown
  declare readonly signal: AbortSignal
  readonly token: ToolExecutionToken
  readonly deferContext: BodyActions['deferContext']
  readonly concludeTurn: BodyActions['concludeTurn']
  declare readonly agent?: Agent & object
  declare readonly parent?: ToolExecutionToken

  constructor(identity: CallIdentity, args: unknown, slot: SignalSlot, actions: BodyActions) {
    this.#slot = slot
    this.callId = identity.callId
    this.rootCallId = identity.rootCallId
    this.name = identity.name
    this.arguments = args
    Object.defineProperty(this, 'signal', Execution.#signal)
    this.token = Symbol('tool call') as ToolExecutionToken
    this.deferContext = actions.deferContext
    this.concludeTurn = actions.concludeTurn
    if (identity.agent !== undefined) this.agent = identity.agent
    if (identity.parent !== undefined) this.parent = identity.parent
    Object.freeze(this)
  }

  static readonly #signal: PropertyDescriptor & ThisType<Execution> = {
    enumerable: true,
    get() {
      return this.#slot.current
    },
    set(replacement: unknown) {
      if (!this.#slot.replaceable) return
      if (!isAbortSignal(replacement)) {
        throw new TypeError('a tools/execute wrapper may replace the signal by another AbortSignal only')
      }
      this.#slot.current = replacement
    },
  }
}

/** The frozen execution of a call. */
export function execution(
  identity: CallIdentity,
  args: unknown,
  slot: SignalSlot,
  actions: BodyActions,
): ToolRunContext {
  return new Execution(identity, args, slot, actions)
}

/** Whether a value is an abort signal, of this realm or another. Never throws. */
export function isAbortSignal(value: unknown): value is AbortSignal {
  try {
    if (value instanceof AbortSignal) return true
    const candidate = value as Partial<AbortSignal> | null | undefined
    return typeof candidate?.aborted === 'boolean' && typeof candidate.addEventListener === 'function'
  } catch {
    return false
  }
}
