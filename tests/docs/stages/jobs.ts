import type { Job } from '@millrace/schedule'
import { expect } from 'vitest'
import type { Stage } from '../stage.ts'

/** What an admission finds. */
export type Admission = { tool: string }
/** What comes of a body. */
export type Outcome = { value: unknown }
/** An answer. */
export type Result = { text: string }
/** A piece of work. */
export type Call = { name: string }

const jobOf = ({ name }: Call): Job<Admission, Outcome, Result> => ({
  classify: () => 'parallel',
  admit: () => ({ tool: name }),
  dispatch: async ({ tool }) => ({ value: tool.length }),
  conclude: ({ value }) => ({ text: `${name} has ${String(value)} letters` }),
  fail: (error) => ({ text: String(error) }),
  abandon: (reason) => ({ text: String(reason) }),
})

export const jobStages: readonly Stage[] = [
  {
    page: 'docs/en/packages/schedule.md',
    set: () => ({ calls: [{ name: 'read' }, { name: 'grep' }], jobOf }),
    holds: ({ made }) => {
      expect(made['results']).toEqual([{ text: 'read has 4 letters' }, { text: 'grep has 4 letters' }])
    },
  },
]
