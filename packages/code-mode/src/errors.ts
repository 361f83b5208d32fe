import { HarnessError } from '@millrace/protocol'
import type { CodeFailureKind } from './contract/failure.ts'
import type { LedgerState } from './failure/failure-report.ts'

/** The call whose failure ended a program, as the program did not catch it. */
export interface UncaughtCall {
  readonly callId: string
  readonly name: string
  /** `denied`: it was refused before its body ran. */
  readonly state: LedgerState
}

/** A program of `run_code` failed; the message is what the model reads of it. */
export class CodeRunFailedError extends HarnessError {
  readonly kind: CodeFailureKind
  /** Only where `kind` is `tool_error`, and where the call was made at all. */
  readonly uncaught: UncaughtCall | undefined

  /** @param message - begins with `code run failed (<kind>): `. */
  constructor(kind: CodeFailureKind, message: string, uncaught?: UncaughtCall) {
    super('CODE_RUN_FAILED', message)
    this.kind = kind
    this.uncaught = uncaught
  }
}

/**
 * Why a program was not started: nothing is mounted that could run it, a program called `run_code`, or a limit of the host is
 * none.
 */
export type CodeModeErrorCode = 'CODE_RUNTIME_MISSING' | 'CODE_NESTED' | 'CODE_CONFIG_INVALID'

/** A program that cannot be started, or a host that is set up wrongly. */
export class CodeModeError extends HarnessError {
  declare readonly code: CodeModeErrorCode

  constructor(code: CodeModeErrorCode, message: string) {
    super(code, message)
  }
}
