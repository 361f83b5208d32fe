import type { Agent } from '@millrace/tools'

/** On whose behalf tools are listed and called. */
export interface ViewOptions {
  /**
   * Whose view, restrictions and listeners apply; omitted for the global view. A question that a policy asks needs one:
   * without an agent there is nobody to route it through, and the call is denied.
   */
  readonly agent?: Agent & object
}

/** How the calls of one answer are made. */
export interface AnswerOptions extends ViewOptions {
  /** Cancels them; every call still gets its result. */
  readonly signal?: AbortSignal
}
