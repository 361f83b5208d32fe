import { escapeVisible } from '@millrace/protocol'
import { cutEnd } from '../text/cut.ts'
import { JobError } from './job-error.ts'
import type { Job } from './job.ts'
import { jobLimits } from './limits.ts'

/** The jobs of one host by their names, `j1`, `j2` and so on. Names are never given twice. */
export class JobBoard {
  readonly #jobs = new Map<string, Job>()
  #last = 0
  #starting = 0

  /** Every job with its name, the oldest first. */
  get entries(): IterableIterator<[string, Job]> {
    return this.#jobs.entries()
  }

  /** How many finished jobs are no longer kept. */
  get forgotten(): number {
    return this.#last - this.#jobs.size
  }

  /** The job of this name. Throws `JOB_UNKNOWN`, with the names that there are. */
  get(id: string): Job {
    const job = this.#jobs.get(id)
    if (job === undefined) throw this.#unknown(id)
    return job
  }

  /** Starts a job and names it. Rejects with `JOB_TOO_MANY` where as many run as may. */
  async start(start: () => Promise<Job>): Promise<{ id: string; job: Job }> {
    const started = await this.#inRoom(async () => {
      const job = await start()
      return { id: await this.keep(job), job }
    })
    if (started !== undefined) return started
    throw new JobError(
      'JOB_TOO_MANY',
      `${jobLimits.running} jobs are running already, which is the limit; end one with job_stop`,
    )
  }

  /** Names a command that goes on; undefined where as many run as may. */
  adopt(job: Job): Promise<string | undefined> {
    return this.#inRoom(() => this.keep(job))
  }

  /** Names a command, so that its output can be read on. The oldest finished ones are forgotten for it. */
  async keep(job: Job): Promise<string> {
    const id = `j${(this.#last += 1)}`
    this.#jobs.set(id, job)
    await this.#forgetOldest()
    return id
  }

  /** Does what makes one more job run, if there is room for one. */
  async #inRoom<T>(add: () => Promise<T>): Promise<T | undefined> {
    if (!this.#hasRoom()) await Promise.all(Array.from(this.#jobs.values(), (job) => job.isRunning()))
    if (!this.#hasRoom()) return undefined
    this.#starting += 1
    try {
      return await add()
    } finally {
      this.#starting -= 1
    }
  }

  #hasRoom(): boolean {
    let running = this.#starting
    for (const job of this.#jobs.values()) if (!job.isOver) running += 1
    return running < jobLimits.running
  }

  async #forgetOldest(): Promise<void> {
    if (this.#jobs.size <= jobLimits.finished) return
    const finished: string[] = []
    for (const [id, job] of this.#jobs) if (!(await job.isRunning())) finished.push(id)
    for (const id of finished.slice(0, Math.max(0, finished.length - jobLimits.finished))) {
      const job = this.#jobs.get(id)
      this.#jobs.delete(id)
      await job?.discard()
    }
  }

  #unknown(id: string): JobError {
    const asked = `there is no job "${escapeVisible(cutEnd(id, 50))}"`
    const known = [...this.#jobs.keys()]
    const number = /^j([1-9]\d*)$/.exec(id)?.[1]
    const was =
      number !== undefined && Number(number) <= this.#last ? ' any more: the oldest are forgotten' : ''
    const there = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`
    return new JobError('JOB_UNKNOWN', `${asked}${was}; ${there}`)
  }
}
