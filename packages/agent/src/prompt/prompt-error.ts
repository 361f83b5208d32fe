import { HarnessError } from '@millrace/protocol'

/** Why no prompt could be assembled. */
export type PromptErrorCode =
  /** A section or a listener failed. */
  | 'PROMPT_FAILED'
  /** A section or a listener gave something that is no prompt. */
  | 'PROMPT_MALFORMED'
  /** The order of tools names what is not there. */
  | 'PROMPT_TOOL_ORDER'

/** A prompt that could not be assembled; nothing was sent. */
export class PromptError extends HarnessError {
  declare readonly code: PromptErrorCode

  constructor(code: PromptErrorCode, message: string, options: ErrorOptions = {}) {
    super(code, message, options)
  }
}
