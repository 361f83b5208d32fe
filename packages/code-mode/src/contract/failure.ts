/**
 * Why a program failed.
 * `call_limit` and `pending_limit` are the kinds of a program that did not catch the rejection of such a call.
 */
export type CodeFailureKind =
  | 'syntax'
  | 'exception'
  | 'tool_error'
  | 'timeout_wall'
  | 'timeout_cpu'
  | 'memory'
  | 'output_limit'
  | 'call_limit'
  | 'pending_limit'
  | 'cancelled'
  | 'runtime_died'
  /** A program that went on after a crash did something else than what is recorded of it. */
  | 'diverged'
