import { HarnessError } from '@millrace/protocol'

/** Why a session cannot be used. */
export type SessionErrorCode =
  | 'SESSION_NOT_FOUND'
  | 'SESSION_EXISTS'
  | 'SESSION_LOCKED'
  | 'SESSION_CORRUPT'
  | 'SESSION_UNSUPPORTED'
  | 'SESSION_LOG_FAILED'
  | 'SESSION_CLOSED'

/** A failure of a session log. */
export class SessionError extends HarnessError {
  declare readonly code: SessionErrorCode

  constructor(code: SessionErrorCode, message: string, options: ErrorOptions = {}) {
    super(code, message, options)
  }
}
