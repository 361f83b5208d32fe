import { HarnessError } from '@millrace/protocol'

/**
 * Something that a page asked for and that cannot be done. Its code is that of the command for the same mistake; of a page alone
 * are `SESSION_OTHER_FOLDER`, `SESSION_BUSY`, `NOTHING_INTERRUPTED`, `MODE_NOT_ALLOWED`, `SESSIONS_TOO_MANY`, `RULES_INVALID`,
 * `GRANT_NOT_FOUND`, `GRANT_STAYS`, `SERVER_NOT_FOUND`, `MCP_NOT_STARTED`, `MODEL_UNUSABLE` and `WEB_CLOSING`.
 */
export class WebError extends HarnessError {
  /** What can be done about it, one line each. */
  readonly hints: readonly string[]

  constructor(code: string, message: string, hints: readonly string[] = [], options: ErrorOptions = {}) {
    super(code, message, options)
    this.hints = hints
  }
}
