import { HarnessError } from '@millrace/protocol'

/** Why the page cannot have something done. */
export type WebErrorCode =
  /** The session worked in another folder, where its calls would have to work. */
  | 'SESSION_OTHER_FOLDER'
  /** Nothing of the session was cut off that could go on. */
  | 'NOTHING_INTERRUPTED'
  /** A turn runs, which would have to end before. */
  | 'SESSION_BUSY'
  /** The command ends. */
  | 'WEB_CLOSING'
  /** There is no model that could answer; the code of a `ModelError` where that says more. */
  | `MODEL_${string}`

/** Something that a page asked for and that cannot be done, with what can be done about it. */
export class WebError extends HarnessError {
  declare readonly code: WebErrorCode
  readonly hints: readonly string[]

  constructor(
    code: WebErrorCode,
    message: string,
    hints: readonly string[] = [],
    options: ErrorOptions = {},
  ) {
    super(code, message, options)
    this.hints = hints
  }
}
