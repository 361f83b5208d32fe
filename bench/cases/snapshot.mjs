import { amount, atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { workTable } from '../harness/report.mjs'

export const title = 'Snapshot and freeze'

const dsh = 'DSH snapshot, then freeze'
const ours = 'Millrace, one pass'
const again = 'Millrace, already snapshotted'
const roundTrip = 'JSON round trip'

/** @type {Record<string, import('../harness/candidate.mjs').Source>} */
const sources = {
  [dsh]: ['snapshot.mjs', 'dsh'],
  [ours]: ['snapshot.mjs', 'millrace'],
  [again]: ['snapshot.mjs', 'millraceAgain'],
  'Millrace, parse text and freeze in place': ['snapshot.mjs', 'millraceText'],
  'JSON.parse alone': ['snapshot.mjs', 'jsonParse'],
  [roundTrip]: ['snapshot.mjs', 'jsonRoundTrip'],
  structuredClone: ['snapshot.mjs', 'clone'],
}

const shapes = {
  object100: 'object of 100 B',
  object10k: 'object of 10 kB',
  object1m: 'object of 1 MB',
  integers: '10,000 integers',
}

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const measures = await pool.measure(sources)
  const works = Object.fromEntries(Object.entries(shapes).map(([key, label]) => [label, measures.of(key)]))
  const goals = Object.entries(works).map(([label, work]) =>
    atMost(`${label}, of a JSON round trip`, lookup(work).over(ours, roundTrip), 1),
  )
  const known = works[shapes.object1m]?.get(again)?.cpu
  return {
    tables: [workTable(works, roundTrip)],
    goals: [...goals, amount('1 MB that is a snapshot already', known, 0.1, 'µs')],
  }
}
