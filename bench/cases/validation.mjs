import { figure } from '../harness/format.mjs'
import { atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { notMeasured, workTable } from '../harness/report.mjs'

export const title = 'Validation'

const labels = {
  dsh: 'DSH',
  millrace: 'Millrace, of a snapshot',
  millraceAny: 'Millrace, of any value',
  ajv: 'ajv (generates code)',
  typebox: 'TypeBox 1 (generates code)',
  zod: 'zod 4',
}
const works = {
  small: 'small object, valid',
  rows: '10 kB of rows, valid',
  union: 'nested union, valid',
  invalid: 'small object, invalid',
  depth50: 'depth 50',
  depth200: 'depth 200',
  depth800: 'depth 800',
}

/** One source for each validator. @param {string} factory @returns {Record<string, import('../harness/candidate.mjs').Source>} */
const sources = (factory) =>
  Object.fromEntries(
    Object.entries(labels).map(([validator, label]) => {
      const snapshot = validator === 'millrace'
      return [label, ['validators.mjs', factory, { validator, snapshot }]]
    }),
  )

/** @type {Record<string, import('../harness/candidate.mjs').Source>} */
const abyss = {
  [labels.millrace]: ['validators.mjs', 'judge', { validator: 'millrace', snapshot: true, deep: true }],
}

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const measures = await pool.measure(sources('judge'))
  const deepest = await pool.measure(abyss)
  const warm = (await pool.measure(sources('compileWarm'))).of()
  const first = (await pool.fresh(sources('compileFirst'))).of()
  const byWork = Object.fromEntries(Object.entries(works).map(([key, label]) => [label, measures.of(key)]))
  const compiling = Object.values(labels).map((label) => [
    label,
    figure(first.get(label)?.cpu),
    figure(warm.get(label)?.cpu),
  ])
  const over = (
    /** @type {string} */ work,
    /** @type {string} */ base,
    /** @type {string} */ of = labels.millrace,
  ) => lookup(byWork[work]).over(of, base)
  const valid = [works.small, works.rows, works.union]
  const deep = (/** @type {number} */ depth) =>
    (depth > 800 ? deepest : measures).of(`depth${depth}`).get(labels.millrace)
  const growth = (/** @type {number} */ depth, /** @type {number} */ base) => deep(depth)?.over(deep(base))
  return {
    tables: [
      workTable(byWork, labels.zod),
      {
        caption: 'Making a schema of all three ready, and judging one value',
        columns: ['CPU µs', 'first in a process', 'warm'],
        rows: compiling,
        notes: notMeasured(warm),
      },
    ],
    goals: [
      ...valid.map((work) => atMost(`${work}, of zod`, over(work, labels.zod), 1)),
      ...valid.map((work) => atMost(`${work}, of ajv`, over(work, labels.ajv), 5)),
      atMost('compile, first, of ajv', lookup(first).over(labels.millrace, labels.ajv), 1 / 10),
      atMost('compile, warm, of ajv', lookup(warm).over(labels.millrace, labels.ajv), 1 / 10),
      atMost('depth 800, of depth 200 (linear: 4, quadratic: 16)', growth(800, 200), 5),
      // Looser: what the deepest walks allocate outlives the young generation.
      atMost('depth 6,400, of depth 1,600 (linear: 4, quadratic: 16)', growth(6400, 1600), 8),
    ],
  }
}
