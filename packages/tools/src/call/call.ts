import type { ScopedEvents, ScopeKey } from '@millrace/scope'
import type { UserMessage } from '@millrace/protocol'
import type { ToolApprovalService } from '../contract/approval.ts'
import type { ToolRunContext } from '../contract/execution.ts'
import type { ToolExecutionResult } from '../contract/result.ts'
import type { FusedSignal } from '../outcome/fused-signal.ts'
import type { ToolEntry } from '../registry/entry.ts'
import type { Registry } from '../registry/registry.ts'
import type { Draft } from './draft.ts'
import { Execution } from './execution.ts'
import { CallTrace } from './trace.ts'

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
  contexts: UserMessage[] | undefined
  concludes: boolean
  open: boolean
}

/** One call on its way through the pipeline: all of its state, and nothing of it anywhere else. */
export class Call {
  readonly runtime: Runtime
  /** The one identity that every listener, the body and the observers see. */
  readonly exec: ToolRunContext
  /** The caller's own cancellation. */
  readonly caller: AbortSignal
  /** The signal as the next wrapper, the body and later listeners see it. */
  signal: AbortSignal
  /** What a body sees instead while it runs, where a wrapper replaced the signal. */
  fused: FusedSignal | undefined
  /** Whether wrappers run: only then may they replace the signal and ask for the body. */
  wrapping = false
  readonly scope: ScopeKey | undefined
  /** Looked up once: a tool replaced meanwhile must not change who renders its value. */
  readonly tool: ToolEntry | undefined
  /** Captured before the arguments were read, so that it survives unregistration. */
  readonly finalize: Draft['finalize']
  readonly trace: CallTrace | undefined
  /** The last run of the body; there is one as soon as it has started. */
  attempt: Attempt | undefined
  /** The results that the pipeline gave to wrappers, by which it knows them again. */
  readonly minted: ToolExecutionResult[] = []
  /** The last run that wrappers asked for; a body that started is always awaited. */
  running: Promise<unknown> | undefined
  misuseReported = false
  carrier: object | undefined

  constructor(runtime: Runtime, draft: Draft) {
    this.runtime = runtime
    this.caller = draft.signal
    this.signal = draft.signal
    this.scope = draft.agent
    this.tool = draft.entry
    this.finalize = draft.finalize
    const traced = runtime.events.hearing('tools/trace', draft.agent).length > 0
    this.trace = traced ? new CallTrace() : undefined
    this.fused = undefined
    this.attempt = undefined
    this.running = undefined
    this.carrier = undefined
    this.exec = new Execution(this, draft)
  }
}
