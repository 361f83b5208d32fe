import { HarnessError } from '@millrace/protocol'

/** What was wrong with what permissions were given. */
export type PermissionErrorCode =
  /** A text that is no rule, or no call in the spelling of one. */
  | 'PERMISSION_RULE_INVALID'
  /** A grant that would allow nothing, now or ever. */
  | 'PERMISSION_GRANT_USELESS'

/** A rule, a call or a grant that permissions cannot take; the message says what was expected, and where. */
export class PermissionError extends HarnessError {
  declare readonly code: PermissionErrorCode
  /** What was given, as it was; show it through `escapeVisible` alone. */
  readonly text: string
  /** Where in the text the problem begins, in UTF-16 units from its start. */
  readonly at: number

  /**
   * @param code - the stable identifier.
   * @param text - what was given.
   * @param problem - what is wrong, and how to mend it.
   * @param at - where in the text.
   */
  constructor(code: PermissionErrorCode, text: string, problem: string, at = 0) {
    super(code, problem)
    this.text = text
    this.at = at
  }
}
