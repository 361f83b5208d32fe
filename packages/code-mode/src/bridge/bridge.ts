import type { Context } from '@deepseek-ai/cordis'
import type { Clock, Timers } from '@millrace/host'
import type { ScopedEvents } from '@millrace/scope'
import type { ToolRuntime } from '@millrace/tools'
import type { CodeLimits } from '../contract/limits.ts'
import type { RunStore } from '../contract/run-store.ts'

/** What the runs of one Code Mode share. */
export interface Bridge {
  /** Of the plugin: what runs listen to is undone with it. */
  readonly ctx: Context
  /** Raw: no tracing proxy is on a call's path. */
  readonly tools: ToolRuntime
  readonly events: ScopedEvents
  readonly limits: CodeLimits
  readonly clock: Clock
  readonly timers: Timers
  /** Where runs are kept that may have to go on after a crash. */
  readonly store: RunStore | undefined
  /** Reports a fault that must not affect a run. Never throws. */
  readonly warn: (message: string, error?: unknown) => void
}
