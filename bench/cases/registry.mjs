import { figure } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { costTable, notMeasured } from '../harness/report.mjs'

export const title = 'Registry: 10, 1,000 and 10,000 tools'

const sizes = [10, 1000, 10_000]
const works = {
  get: 'get',
  execute: 'execute, ten of them in turn',
  executeEach: 'execute, each in turn',
  executionMode: 'executionMode',
  schemas: 'schemas()',
  schemaView: 'frozen view of the schemas',
  register: 'register + dispose',
  registerExecute: 'register + execute + dispose',
}
/** @type {Record<string, (size: number) => import('../harness/candidate.mjs').Source>} */
const products = {
  DSH: (size) => ['registry.mjs', 'host', { product: 'dsh', size }],
  Millrace: (size) => ['registry.mjs', 'host', { product: 'millrace', size }],
  handle: (size) => ['registry.mjs', 'handle', { size }],
}
const label = { DSH: 'DSH ctx.tools', Millrace: 'Millrace ctx.tools', handle: 'Millrace handle' }

const plainDsh = 'DSH, no scope'
const chainDsh = 'DSH, chain of 16'
const plainOurs = 'Millrace, no scope'
const chainOurs = 'Millrace, chain of 16'

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  /** @type {Record<string, import('../harness/candidate.mjs').Source>} */
  const sources = {}
  for (const size of sizes) {
    for (const [name, source] of Object.entries(products)) sources[`${name} ${size}`] = source(size)
  }
  const measures = await pool.measure(sources)
  const scoped = (await pool.measure(scopeSources())).of()
  /** @param {string} candidate @param {string} work */
  const of = (candidate, work) => measures.of(work).get(candidate)
  /** @param {string} candidate @param {string} base @param {string} work */
  const over = (candidate, base, work) => of(candidate, work)?.over(of(base, work))
  const rows = Object.entries(works).flatMap(([work, name]) =>
    Object.keys(products)
      .filter((product) => of(`${product} 10`, work))
      .map((product) => [
        `${name}, ${label[/** @type {keyof typeof label} */ (product)]}`,
        ...sizes.map((size) => figure(of(`${product} ${size}`, work)?.cpu)),
        figure(over(`${product} 10000`, `${product} 10`, work)),
      ]),
  )
  const columns = ['CPU µs', ...sizes.map((size) => size.toLocaleString('en-GB')), '10,000 over 10']
  return {
    tables: [
      { columns, rows, notes: notMeasured(measures.of('get')) },
      costTable(scoped, {
        base: plainDsh,
        caption: 'A call for the innermost of 16 scopes, under 100 restrictions, 201 tools registered',
      }),
    ],
    goals: [...goals(of, over), ...scopeGoals(scoped)],
  }
}

/**
 * @param {(candidate: string, work: string) => import('../harness/measure.mjs').Measure | undefined} of
 * @param {(candidate: string, base: string, work: string) => number | undefined} over
 */
function goals(of, over) {
  const growth = (/** @type {string} */ product, /** @type {string} */ work) =>
    atMost(
      `${work}, growth from 10 to 10,000, ${product}`,
      over(`${product} 10000`, `${product} 10`, work),
      1.5,
    )
  const ofDsh = (/** @type {string} */ work, /** @type {number} */ limit) =>
    sizes.map((size) => {
      const text = `${work} at ${size.toLocaleString('en-GB')}, handle, of DSH`
      return atMost(text, over(`handle ${size}`, `DSH ${size}`, work), limit)
    })
  return [
    amount('get from 10,000, handle', of('handle 10000', 'get')?.cpu, 0.1, 'µs'),
    growth('handle', 'get'),
    growth('handle', 'execute'),
    growth('Millrace', 'execute'),
    atMost('execute at 10,000, handle, of DSH', over('handle 10000', 'DSH 10000', 'execute'), 1 / 1000),
    atMost('execute at 10,000, ctx.tools, of DSH', over('Millrace 10000', 'DSH 10000', 'execute'), 1 / 300),
    growth('Millrace', 'executionMode'),
    ...ofDsh('schemas', 1 / 15),
    amount('frozen view of 10,000 schemas', of('handle 10000', 'schemaView')?.cpu, 1, 'µs'),
    ...ofDsh('register', 1 / 20),
  ]
}

/** @returns {Record<string, import('../harness/candidate.mjs').Source>} */
function scopeSources() {
  const none = { depth: 0, restrictions: 0 }
  const chain = { depth: 16, restrictions: 100 }
  return {
    [plainDsh]: ['registry.mjs', 'scopes', { product: 'dsh', ...none }],
    [chainDsh]: ['registry.mjs', 'scopes', { product: 'dsh', ...chain }],
    [plainOurs]: ['registry.mjs', 'scopes', { product: 'millrace', ...none }],
    [chainOurs]: ['registry.mjs', 'scopes', { product: 'millrace', ...chain }],
  }
}

/** @param {Map<string, import('../harness/measure.mjs').Measure>} scoped */
function scopeGoals(scoped) {
  return [
    atMost('chain of 16 with 100 restrictions, of no scope', lookup(scoped).over(chainOurs, plainOurs), 1.5),
  ]
}
