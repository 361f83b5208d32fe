/** Whether a job's body may overlap with others. Anything but exactly `parallel` counts as `exclusive`. */
export type Lane = 'parallel' | 'exclusive'

/** The part of a job that can fail. */
export type Stage = 'admit' | 'dispatch' | 'conclude'

/**
 * One piece of work in three stages. Admissions happen one at a time in the order in which jobs were pushed,
 * bodies (`dispatch`) overlap, conclusions happen one at a time in the order that the scheduler was made for.
 *
 * A stage may return its value or a promise of it; so no value may itself have a `then` method. A stage that
 * throws or rejects ends this job through `fail` and touches no other.
 *
 * @typeParam A - what admission found, for the body.
 * @typeParam O - what came of the body, for the conclusion.
 * @typeParam R - the answer.
 */
export interface Job<A, O, R> {
  /**
   * Whether the body may overlap. Read again each time the job could start, the last time just before it does,
   * so it may change while the job waits. A throw counts as `exclusive`.
   */
  classify(): Lane
  /** Prepares the body. Nothing else is admitted or concluded meanwhile. */
  admit(): A | PromiseLike<A>
  /** The body. */
  dispatch(admission: A): O | PromiseLike<O>
  /** Turns what came of the body into the answer. Nothing else is admitted or concluded meanwhile. */
  conclude(outcome: O): R | PromiseLike<R>
  /** The answer where a stage threw. If this throws too, the promise of the answer rejects. */
  fail(error: unknown, stage: Stage): R
  /** The answer where the job never started, because everything was aborted for this reason. */
  abandon(reason: unknown): R
}
