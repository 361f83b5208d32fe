import type { Job, Lane, Stage } from '../src/job.ts'
import { Scheduler, type SchedulerOptions } from '../src/scheduler.ts'

/** What a stage of a planned job does. */
export type Work = () => string | Promise<string>

/** How a planned job behaves where it is not the plainest one. */
export interface Plan {
  lane?: () => Lane
  admit?: Work
  body?: Work
  conclude?: Work
  fail?: (error: unknown, stage: Stage) => string
  abandon?: (reason: unknown) => string
}

/** A job that notes each stage as `name:stage`; a stage without a plan passes on what came before it. */
function job(name: string, log: string[], plan: Plan = {}): Job<string, string, string> {
  const stage =
    (label: string, work: Work | undefined) =>
    (before = name) => {
      log.push(`${name}:${label}`)
      return work ? work() : before
    }
  return {
    classify: plan.lane ?? (() => 'parallel'),
    admit: stage('admit', plan.admit),
    dispatch: stage('body', plan.body),
    conclude: stage('conclude', plan.conclude),
    fail: plan.fail ?? ((error, at) => `${name} failed in ${at}: ${String(error)}`),
    abandon: plan.abandon ?? ((reason) => `${name} abandoned: ${String(reason)}`),
  }
}

/** A scheduler, the log of its jobs, and a way to push a planned one. */
export function setup(options: Partial<SchedulerOptions> = {}) {
  const log: string[] = []
  const scheduler = new Scheduler<string, string, string>({ limit: 10, ...options })
  const push = (name: string, plan: Plan = {}) => scheduler.push(job(name, log, plan))
  return { log, scheduler, push }
}

/** A promise that the test settles. */
export function gate() {
  let open: (value: string) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const passed = new Promise<string>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { passed, open, fail }
}

/** A stage that throws. */
export const throwing = (message: string): Work => {
  return () => {
    throw message
  }
}

/** The classification of a job that runs alone. */
export const exclusive = (): Lane => 'exclusive'

/** Lets every microtask run that is due. */
export const settled = (): Promise<void> => new Promise<void>((resolve) => setImmediate(resolve))
