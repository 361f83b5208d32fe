import { HarnessError } from '@millrace/protocol'

/** A call named a tool that its caller cannot see. */
export class ToolNotFoundError extends HarnessError {
  /**
   * @param toolName - the name that was asked for.
   * @param hint - what to do instead, appended to the message.
   */
  constructor(toolName: string, hint = '') {
    super('UNKNOWN_TOOL', `unknown tool "${toolName}"${hint}`)
  }
}

/** A tool returned what its output declaration does not allow, or could not render it. */
export class ToolOutputError extends HarnessError {
  /** What was wrong, one line each. */
  readonly violations: readonly string[]

  constructor(toolName: string, violations: readonly string[]) {
    super('INVALID_TOOL_OUTPUT', `tool "${toolName}" returned invalid output: ${violations.join('; ')}`)
    this.violations = violations
  }
}

/** The input of `execute` is not a call: a member is missing, of the wrong type, or could not be read. */
export class ToolCallInputError extends HarnessError {
  constructor(message: string, options?: ErrorOptions) {
    super('INVALID_CALL', message, options)
  }
}

/** A listener answered with something that is not a decision or a result. */
export class ToolDecisionError extends HarnessError {
  constructor(message: string) {
    super('INVALID_DECISION', message)
  }
}

/** A presentation mode needs Code Mode, and nothing fills its slot. */
export class CodeRuntimeMissingError extends HarnessError {
  constructor(mode: string) {
    super(
      'CODE_RUNTIME_MISSING',
      `mode "${mode}" requires a code runtime, and none is loaded: load a Code Mode plugin, or use mode "native"`,
    )
  }
}
