import { HarnessError, shown } from '@millrace/protocol'

/** Why a program could not be started. */
export type ProcessErrorCode =
  | 'PROCESS_NOT_FOUND'
  | 'PROCESS_PERMISSION'
  | 'PROCESS_CWD_MISSING'
  | 'PROCESS_CWD_PERMISSION'
  | 'PROCESS_INVALID'
  | 'PROCESS_TOO_LARGE'
  | 'PROCESS_TOO_MANY'
  | 'PROCESS_CLOSED'
  | 'PROCESS_FAILED'

/** A program that could not be started, with its name as it was asked for. */
export class ProcessError extends HarnessError {
  declare readonly code: ProcessErrorCode
  /** The program as the caller named it; show it through `escapeVisible` alone. */
  readonly file: string

  /**
   * @param code - the stable identifier.
   * @param file - the program as the caller named it.
   * @param problem - completes the sentence that begins with the quoted program.
   * @param options - the cause, and whether trying again may help.
   */
  constructor(
    code: ProcessErrorCode,
    file: string,
    problem: string,
    options: ErrorOptions & { readonly retryable?: true } = {},
  ) {
    super(code, `"${shown(file)}" ${problem}`, options)
    this.file = file
  }
}
