import type { CodeLimits } from '../contract/limits.ts'
import type { MachineOutcome } from '../contract/runtime.ts'

/** How far a call of a program came. */
export type LedgerState =
  | 'ok'
  /** It ended in an error; its body may have run. */
  | 'failed'
  /** It was refused before its body ran. */
  | 'denied'
  /** It was given up: before its body began, or within it where `began` says so. */
  | 'cancelled'
  /** Its body began, and how it ended is not known. */
  | 'started'
  /** Its body has not begun. */
  | 'waiting'

/** One call in the account of a run. */
export interface LedgerEntry {
  /** Counts from 1, in the order in which the program made them. */
  readonly id: number
  readonly name: string
  readonly state: LedgerState
  /** Whether the body of a cancelled call had begun, so that it may have had effects. */
  readonly began?: boolean
  /** Milliseconds from the program's call to its end. */
  readonly ms?: number
  /** What `shapeOf` says of the result. */
  readonly shape?: string
}

/** The part of an outcome that says what failed. */
export type MachineFailure = Omit<Extract<MachineOutcome, { readonly ok: false }>, 'usage' | 'console'>

/** All that a model is told about a failed run; plain data, of which nothing is trusted. */
export interface FailureReport {
  /** The program as it was written. */
  readonly program: string
  readonly failure: MachineFailure
  /** Every call, in the order of the ids. */
  readonly ledger: readonly LedgerEntry[]
  /** What the program said, formatted, in order; what was left out stands in it as a line of its own. */
  readonly logs: readonly string[]
  /** The limits that held, to name the one that was reached. */
  readonly limits: CodeLimits
  /** Names of the tools that the program may call, to find what an unknown name may have meant. */
  readonly tools: readonly string[]
}
