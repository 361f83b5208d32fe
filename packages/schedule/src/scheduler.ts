import { Entry, Line, type Ending } from './entry.ts'
import type { Job } from './job.ts'

/** The order in which jobs are concluded: as they were pushed, or as their bodies end. */
export type ConclusionOrder = 'in-order' | 'completion-order'

/** How a scheduler works. */
export interface SchedulerOptions {
  /** How many bodies may overlap: a positive integer. */
  readonly limit: number
  /** What the error for a wrong limit calls it. `limit` unless given. */
  readonly limitName?: string
  /** `in-order` unless given. */
  readonly conclude?: ConclusionOrder
}

/**
 * Runs jobs that are admitted in order, overlap in their bodies up to a limit, and are concluded in order. An
 * exclusive job waits until nothing else is under way, runs alone, and holds everything behind it back until its
 * conclusion has ended. Every job gets exactly one answer.
 *
 * There are no timers: what happens next depends only on the order in which jobs were pushed and stages ended.
 */
export class Scheduler<A, O, R> {
  readonly #limit: number
  readonly #inOrder: boolean
  readonly #queued = new Line<A, O, R>()
  /** Started jobs in the order of their conclusions; in completion order only those whose bodies have ended. */
  readonly #open = new Line<A, O, R>()
  #size = 0
  #started = 0
  #running = 0
  #alone = false
  #working = false
  #aborted: { readonly reason: unknown } | undefined
  #idle: (() => void)[] = []

  /** @throws TypeError unless the limit is a positive integer. */
  constructor(options: SchedulerOptions) {
    const { limit, limitName = 'limit', conclude = 'in-order' } = options
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new TypeError(`${limitName} must be a positive integer`)
    this.#limit = limit
    this.#inOrder = conclude === 'in-order'
  }

  /** Jobs without an answer. */
  get size(): number {
    return this.#size
  }

  /** Jobs that started and whose bodies have not ended. */
  get running(): number {
    return this.#running
  }

  /**
   * Adds a job behind all others. It never starts within this call.
   *
   * @returns its answer. It rejects only where the job's own `fail` or `abandon` throws.
   */
  push(job: Job<A, O, R>): Promise<R> {
    return new Promise((resolve) => {
      this.#size += 1
      this.#queued.append(new Entry(job, resolve))
      this.#wakeSoon()
    })
  }

  /**
   * Starts nothing any more: what has started goes through all its stages, and every other job, pushed before or
   * after, is answered by `abandon`: in order after those that started, or in completion order without waiting
   * for them. The first reason counts. It is for the jobs' own signals to end their bodies.
   */
  abort(reason: unknown): void {
    this.#aborted ??= { reason }
    this.#wakeSoon()
  }

  /** Resolves as soon as every job has its answer; at once where none is without. */
  idle(): Promise<void> {
    if (this.#size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #wakeSoon(): void {
    if (this.#aborted) queueMicrotask(() => this.#abandonQueued())
    if (this.#working) return
    this.#working = true
    queueMicrotask(() => void this.#work())
  }

  #wake(): void {
    if (this.#working) return
    this.#working = true
    void this.#work()
  }

  /** The one lane of admissions and conclusions: only bodies run beside it. Conclusions come first. */
  async #work(): Promise<void> {
    for (;;) {
      const ended = this.#takeEnded()
      if (ended?.ending) {
        const { job, ending } = ended
        if (ending.ok) {
          try {
            const answer = job.conclude(ending.outcome)
            ended.resolve(isPromiseLike(answer) ? await answer : answer)
          } catch (error) {
            settle(ended, () => job.fail(error, 'conclude'))
          }
        } else settle(ended, () => job.fail(ending.error, ending.stage))
        this.#concluded()
        continue
      }
      const next = this.#takeStartable()
      if (!next) break
      try {
        const admission = next.job.admit()
        this.#launch(next, isPromiseLike(admission) ? await admission : admission)
      } catch (error) {
        this.#end(next, { ok: false, error, stage: 'admit' })
      }
    }
    this.#working = false
    this.#abandonQueued()
  }

  #takeEnded(): Entry<A, O, R> | undefined {
    return this.#open.first?.ending && this.#open.shift()
  }

  #takeStartable(): Entry<A, O, R> | undefined {
    const next = this.#queued.first
    if (!next || this.#alone || this.#running >= this.#limit || this.#aborted) return undefined
    const exclusive = !isParallel(next.job)
    // Asked again: classifying is foreign code and may have aborted everything.
    if ((exclusive && this.#running > 0) || this.#aborted) return undefined
    this.#queued.shift()
    this.#running += 1
    this.#started += 1
    this.#alone = exclusive
    if (this.#inOrder) this.#open.append(next)
    return next
  }

  #launch(entry: Entry<A, O, R>, admission: A): void {
    const failed = (error: unknown) => this.#end(entry, { ok: false, error, stage: 'dispatch' })
    try {
      const body = entry.job.dispatch(admission)
      if (isPromiseLike(body)) {
        Promise.resolve(body).then((outcome) => this.#end(entry, { ok: true, outcome }), failed)
      } else this.#end(entry, { ok: true, outcome: body })
    } catch (error) {
      failed(error)
    }
  }

  #end(entry: Entry<A, O, R>, ending: Ending<O>): void {
    entry.ending = ending
    this.#running -= 1
    if (!this.#inOrder) this.#open.append(entry)
    this.#wake()
  }

  #abandonQueued(): void {
    const aborted = this.#aborted
    if (!aborted || (this.#inOrder && this.#started > 0)) return
    for (let entry = this.#queued.shift(); entry; entry = this.#queued.shift()) {
      const { job } = entry
      settle(entry, () => job.abandon(aborted.reason))
      this.#forget()
    }
  }

  #concluded(): void {
    // Beside an exclusive job nothing else is concluded.
    this.#alone = false
    this.#started -= 1
    this.#forget()
  }

  #forget(): void {
    this.#size -= 1
    if (this.#size > 0) return
    for (const resolve of this.#idle.splice(0)) resolve()
  }
}

// An answer that cannot be given is still one answer: the promise rejects.
function settle<A, O, R>(entry: Entry<A, O, R>, answer: () => R): void {
  try {
    entry.resolve(answer())
  } catch (error) {
    entry.resolve(Promise.reject(error))
  }
}

function isParallel<A, O, R>(job: Job<A, O, R>): boolean {
  try {
    return job.classify() === 'parallel'
  } catch {
    return false
  }
}

function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
