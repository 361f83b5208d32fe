import { figure } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { costTable } from '../harness/report.mjs'

export const title = 'Scheduler, a call, pool of 10'

const count = 10_000
const bare = 'bare pool over async functions'
const alone = 'Millrace scheduler alone, parallel'
const alternating = 'Millrace scheduler alone, alternating'
const more = 'Millrace scheduler alone, parallel, 20,000 calls'
const most = 'Millrace scheduler alone, parallel, 80,000 calls'
const dsh = 'DSH scheduler + pipeline, parallel'
const dshAlternating = 'DSH scheduler + pipeline, alternating'
const piped = 'Millrace scheduler + pipeline, parallel'
const pipedAlternating = 'Millrace scheduler + pipeline, alternating'
const real = 'Millrace scheduler'

/** @type {Record<string, import('../harness/candidate.mjs').Source>} */
const instant = {
  [bare]: ['scheduler.mjs', 'bare', { count }],
  [alone]: ['scheduler.mjs', 'alone', { count }],
  [alternating]: ['scheduler.mjs', 'alone', { count, alternating: true }],
  [more]: ['scheduler.mjs', 'alone', { count: 20_000 }],
  [most]: ['scheduler.mjs', 'alone', { count: 80_000 }],
  [dsh]: ['scheduler.mjs', 'dshPiped', { count }],
  [dshAlternating]: ['scheduler.mjs', 'dshPiped', { count, alternating: true }],
  [piped]: ['scheduler.mjs', 'piped', { count }],
  [pipedAlternating]: ['scheduler.mjs', 'piped', { count, alternating: true }],
}

/** @type {Record<string, import('../harness/candidate.mjs').Source>} */
const bodies = {
  [bare]: ['scheduler.mjs', 'bare', { count: 1000, ms: 5 }],
  [real]: ['scheduler.mjs', 'alone', { count: 1000, ms: 5 }],
}

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const measures = (await pool.measure(instant)).of()
  const timed = (await pool.measure(bodies)).of()
  const kept = (await pool.fresh({ [real]: ['scheduler.mjs', 'held', { count: 19_999 }] })).of()
  const { over } = lookup(measures)
  const wall = timed.get(real)?.over(timed.get(bare), 'wall')
  const held = kept.get(real)?.cpu
  const costs = costTable(measures, { base: bare, caption: '10,000 calls that were queued at once' })
  costs.notes?.push(
    'DSH scheduler alone: not measured: it has no public door; with its pipeline it is reached through Code Mode, with a runtime that calls the bindings at once.',
  )
  const rows = [...timed].map(([name, measure]) => [name, figure(measure.wall)])
  return {
    tables: [
      costs,
      { caption: '1,000 calls of 5 ms, in a pool of 10', columns: ['candidate', 'wall µs a call'], rows },
    ],
    goals: [
      atMost('scheduler + pipeline, parallel, of DSH', over(piped, dsh), 1 / 10),
      atMost('scheduler + pipeline, alternating, of DSH', over(pipedAlternating, dshAlternating), 1 / 10),
      // From 20,000 on: fewer fit the young generation, whose end is a step that no queue can avoid.
      atMost('80,000 calls, a call, of 20,000 (linear: 1)', over(most, more), 1.5),
      atMost('real bodies, wall, of a bare pool', wall, 1.03),
      amount('held for a finished call beside a long one', held, 16, 'bytes'),
    ],
  }
}
