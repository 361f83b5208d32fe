import { HarnessError } from '@millrace/protocol'

/** Why an agent cannot be made or used as it was asked to. */
export type AgentErrorCode =
  /** An option of an agent is none, or of no use. */
  | 'AGENT_OPTIONS'
  /** What was sent is no message. */
  | 'AGENT_MESSAGE'
  /** The agent has ended. */
  | 'AGENT_DISPOSED'
  /** A session has no turn that ends where a fork was to begin. */
  | 'FORK_POINT'
  /** Of a session that was to be resumed only to go on, nothing can. */
  | 'NOTHING_INTERRUPTED'
  /** A listener answered with something that is no decision. */
  | 'INVALID_DECISION'

/** A failure of an agent or of its options. */
export class AgentError extends HarnessError {
  declare readonly code: AgentErrorCode

  constructor(code: AgentErrorCode, message: string, options: ErrorOptions = {}) {
    super(code, message, options)
  }
}
