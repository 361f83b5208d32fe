import { HarnessError } from '@millrace/protocol'

/** Why settings cannot be used. */
export type SettingsErrorCode =
  /** A file that may hold rules cannot be read, or is not what it should be. */
  | 'SETTINGS_UNREADABLE'
  /** A value that came from the environment or the command line is none of those that there are. */
  | 'SETTINGS_INVALID'
  /** A rule would not count in the file that it was meant for, as its folder is not trusted. */
  | 'SETTINGS_NOT_TRUSTED'
  /** A file could not be changed as it was meant. */
  | 'SETTINGS_NOT_SAVED'

/** Settings that cannot be used: nothing runs then, as a rule could be missing. */
export class SettingsError extends HarnessError {
  declare readonly code: SettingsErrorCode
  /** What to do about it, one line each. */
  readonly hints: readonly string[]

  /**
   * @param code - the stable identifier.
   * @param message - where, what is wrong and what was expected; several lines where several things are wrong.
   * @param hints - what to do about it.
   */
  constructor(
    code: SettingsErrorCode,
    message: string,
    hints: readonly string[] = [],
    options: ErrorOptions = {},
  ) {
    super(code, message, options)
    this.hints = hints
  }
}
