/** How a call ended, as a person would say it: a denial and a cancellation are not failures of the tool. */
export type ToolStatus = 'done' | 'failed' | 'denied' | 'cancelled'

/** One step of the pipeline and who took it. */
export interface ToolTraceStage {
  /** The pipeline's step. */
  readonly stage: 'open' | 'pre-execute' | 'approval' | 'guard' | 'execute' | 'post-execute' | 'finalize'
  /** Which plugin, guard or service acted; `millrace` where the pipeline itself did. */
  readonly source: string
  /** What it decided, where it decided anything. */
  readonly decision?: string
  /** Milliseconds it took. */
  readonly ms: number
}

/** The explanation of one finished call. */
export interface ToolTrace {
  readonly status: ToolStatus
  /** Who settled it, where somebody but the tool itself did. */
  readonly by?: string
  /** The rule that decided, where a policy named one. */
  readonly rule?: string
  readonly stages: readonly ToolTraceStage[]
}
