export type { Job, Lane, Stage } from './job.ts'
export { Scheduler, type ConclusionOrder, type SchedulerOptions } from './scheduler.ts'
