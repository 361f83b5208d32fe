import { HarnessError } from '@millrace/protocol'

/** What can go wrong at the edge to another loop. */
export type AdapterErrorCode =
  /** Calls of one answer share an id, so that their results could not be told apart. */
  | 'DUPLICATE_CALL_ID'
  /** A call without an id, which nothing could answer. */
  | 'CALL_ID_MISSING'
  /** A call of a kind that is not the call of a function. */
  | 'CALL_KIND_UNSUPPORTED'
  /** A tool of the AI SDK that cannot run here, or whose schema cannot be read. */
  | 'AI_SDK_TOOL_UNSUPPORTED'
  /** A tool of the AI SDK said itself that its call failed. */
  | 'AI_SDK_TOOL_ERROR'

/** A failure at the edge to the loop of somebody else. */
export class AdapterError extends HarnessError {
  declare readonly code: AdapterErrorCode

  /**
   * @param code - the stable identifier.
   * @param message - what went wrong, where, what was expected and how to mend it.
   */
  constructor(code: AdapterErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options)
  }
}
