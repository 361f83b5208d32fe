import type { CallId, UserMessage } from '@millrace/protocol'
import type { Agent, ToolExecutionToken, ToolRunContext } from '../contract/execution.ts'
import type { SignalSlot } from './call.ts'

/** What identifies a call, read once from its input. */
export interface CallIdentity {
  readonly callId: CallId
  readonly rootCallId: CallId
  readonly name: string
  readonly agent: Agent | undefined
  readonly parent: ToolExecutionToken | undefined
}

/** What a body does through its execution. Own functions, so that they work destructured or from a copy. */
export interface BodyActions {
  readonly deferContext: (context: UserMessage) => void
  readonly concludeTurn: () => void
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * The frozen execution of a call. Its signal is a plain member, unless wrappers are there who may replace
 * it: then it reads and writes the slot.
 */
export function execution(
  identity: CallIdentity,
  args: unknown,
  slot: SignalSlot,
  actions: BodyActions,
  replaceable: boolean,
): ToolRunContext {
  const exec: Mutable<ToolRunContext> = replaceable
    ? withSlot(identity, args, slot, actions)
    : {
        callId: identity.callId,
        rootCallId: identity.rootCallId,
        name: identity.name,
        arguments: args,
        signal: slot.current,
        token: mintToken(),
        deferContext: actions.deferContext,
        concludeTurn: actions.concludeTurn,
      }
  if (identity.agent !== undefined) exec.agent = identity.agent
  if (identity.parent !== undefined) exec.parent = identity.parent
  return Object.freeze(exec)
}

function withSlot(
  identity: CallIdentity,
  args: unknown,
  slot: SignalSlot,
  actions: BodyActions,
): Mutable<ToolRunContext> {
  return {
    callId: identity.callId,
    rootCallId: identity.rootCallId,
    name: identity.name,
    arguments: args,
    get signal() {
      return slot.current
    },
    set signal(replacement: AbortSignal) {
      if (!isAbortSignal(replacement)) {
        throw new TypeError('a tools/execute wrapper may replace the signal by another AbortSignal only')
      }
      slot.current = replacement
    },
    token: mintToken(),
    deferContext: actions.deferContext,
    concludeTurn: actions.concludeTurn,
  }
}

/** Whether a value is an abort signal, of this realm or another. */
export function isAbortSignal(value: unknown): value is AbortSignal {
  try {
    if (value instanceof AbortSignal) return true
    const candidate = value as Partial<AbortSignal> | null | undefined
    return typeof candidate?.aborted === 'boolean' && typeof candidate.addEventListener === 'function'
  } catch {
    return false
  }
}

function mintToken(): ToolExecutionToken {
  return Symbol('tool call') as ToolExecutionToken
}
