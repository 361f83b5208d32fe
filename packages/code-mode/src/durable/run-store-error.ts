import { HarnessError } from '@millrace/protocol'

/**
 * Why a run cannot be kept or continued: there is one of this key, another process has it, what is kept of it is damaged or
 * of another format, it would be larger than a run may be, it could not be written, or its journal was let go of.
 */
export type RunStoreErrorCode =
  | 'RUN_EXISTS'
  | 'RUN_LOCKED'
  | 'RUN_DAMAGED'
  | 'RUN_UNSUPPORTED'
  | 'RUN_TOO_LARGE'
  | 'RUN_NOT_WRITTEN'
  | 'RUN_CLOSED'

/** A failure of what is kept of a run. */
export class RunStoreError extends HarnessError {
  declare readonly code: RunStoreErrorCode

  constructor(code: RunStoreErrorCode, message: string, options: ErrorOptions = {}) {
    super(code, message, options)
  }
}
