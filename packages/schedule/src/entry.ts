import type { Job, Stage } from './job.ts'

/** How the body of a job ended, or that it never got there. */
export type Ending<O> =
  | { readonly ok: true; readonly outcome: O }
  | { readonly ok: false; readonly error: unknown; readonly stage: Stage }

/** A job between its push and its answer. */
export class Entry<A, O, R> {
  readonly job: Job<A, O, R>
  readonly resolve: (answer: R | Promise<never>) => void
  ending: Ending<O> | undefined
  /** The next in the one line in which this entry stands. */
  next: Entry<A, O, R> | undefined

  constructor(job: Job<A, O, R>, resolve: (answer: R | Promise<never>) => void) {
    this.job = job
    this.resolve = resolve
    this.ending = undefined
    this.next = undefined
  }
}

/** First in, first out. Linked through the entries, so that each step is constant and nothing left is held. */
export class Line<A, O, R> {
  #first: Entry<A, O, R> | undefined
  #last: Entry<A, O, R> | undefined

  get first(): Entry<A, O, R> | undefined {
    return this.#first
  }

  append(entry: Entry<A, O, R>): void {
    if (this.#last) this.#last.next = entry
    else this.#first = entry
    this.#last = entry
  }

  shift(): Entry<A, O, R> | undefined {
    const entry = this.#first
    if (!entry) return undefined
    this.#first = entry.next
    if (!this.#first) this.#last = undefined
    entry.next = undefined
    return entry
  }
}
