import type { Events, Hook } from '@deepseek-ai/cordis'
import { scopeTarget, type ScopedEvents, type ScopeKey } from '@millrace/scope'
import type { UserMessage } from '@millrace/protocol'
import type { ToolApprovalService } from '../contract/approval.ts'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolRunContext } from '../contract/execution.ts'
import type { ToolExecutionResult } from '../contract/result.ts'
import type { ToolEntry } from '../registry/entry.ts'
import type { Registry } from '../registry/registry.ts'
import type { SignalSlot } from './execution.ts'
import type { CallTrace } from './trace.ts'

/** What the pipeline needs of its surroundings, held raw: no tracing proxy is on a call's path. */
export interface Runtime {
  readonly registry: Registry
  readonly events: ScopedEvents
  /** The approval service, looked up when something must be asked. */
  approval(): ToolApprovalService | undefined
  /** Reports a fault that must not affect a result. Never throws. */
  warn(message: string, error?: unknown): void
}

/** One run of the body. Contexts and the wish to conclude count only if its result is the one returned. */
export interface Attempt {
  readonly contexts: UserMessage[]
  concludes: boolean
  open: boolean
}

/** One call on its way through the pipeline: all of its state, and nothing of it anywhere else. */
export interface Call {
  readonly runtime: Runtime
  /** The one identity that every listener, the body and the observers see. */
  readonly exec: ToolRunContext
  /** Where the signal stands that wrappers may replace. */
  readonly signal: SignalSlot
  /** The caller's own cancellation. */
  readonly caller: AbortSignal
  readonly scope: ScopeKey | undefined
  /** Looked up once: a tool replaced meanwhile must not change who renders its value. */
  readonly tool: ToolEntry | undefined
  /** Captured before the arguments were read, so that it survives unregistration. */
  readonly finalize: NonNullable<ToolDefinition['finalizeContent']> | undefined
  readonly trace: CallTrace | undefined
  /** The last run of the body; there is one as soon as it has started. */
  attempt: Attempt | undefined
  /** The results that this dispatch produced itself. */
  readonly minted: ToolExecutionResult[]
  misuseReported: boolean
  carrier: object | undefined
}

/** Who hears an event of this call; `internal/dispatch` observers are told, whether anybody does or not. */
export function hearing(
  call: Call,
  mode: 'waterfall' | 'emit',
  name: keyof Events,
  args: unknown[],
): readonly Hook[] {
  const { events } = call.runtime
  if (events.observed) events.dispatching(mode, name, carrierOf(call), args)
  return events.hearing(name, call.scope)
}

/** What the listeners of this call are called on; made when the first is heard. */
export function carrierOf(call: Call): object {
  return (call.carrier ??= scopeTarget(call.runtime.registry, call.scope))
}
