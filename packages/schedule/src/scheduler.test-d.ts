import { expectTypeOf } from 'vitest'
import { Scheduler, type Job } from './index.ts'

const scheduler = new Scheduler<string, number, boolean>({ limit: 1, conclude: 'completion-order' })

const job: Job<string, number, boolean> = {
  classify: () => 'parallel',
  admit: async () => 'admitted',
  dispatch: (admission) => {
    expectTypeOf(admission).toEqualTypeOf<string>()
    return 1
  },
  conclude: async (outcome) => {
    expectTypeOf(outcome).toEqualTypeOf<number>()
    return true
  },
  fail: (error, stage) => {
    expectTypeOf(error).toBeUnknown()
    expectTypeOf(stage).toEqualTypeOf<'admit' | 'dispatch' | 'conclude'>()
    return false
  },
  abandon: () => false,
}

expectTypeOf(scheduler.push(job)).toEqualTypeOf<Promise<boolean>>()

// @ts-expect-error a job has an answer for every ending
void scheduler.push({ ...job, abandon: undefined })
// @ts-expect-error a limit is always given
new Scheduler({})
