import { HarnessError } from '@millrace/protocol'

/** Hook settings that cannot be followed. Nothing runs under half of them. */
export class HookError extends HarnessError {
  declare readonly code: 'HOOK_SETTINGS_INVALID'
  /** Where it stands, such as `hooks.PreToolUse[0].matcher`. */
  readonly place: string
  /** What is wrong there. */
  readonly problem: string

  /**
   * @param place - where it stands, such as `hooks.PreToolUse[0].matcher`.
   * @param problem - what is wrong with it, what was expected, how to mend it.
   */
  constructor(place: string, problem: string) {
    super('HOOK_SETTINGS_INVALID', `${place}: ${problem}`)
    this.place = place
    this.problem = problem
  }
}
