import { figure } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { costTable, notMeasured } from '../harness/report.mjs'

export const title = 'Registry: 10, 1,000 and 10,000 tools'

const sizes = [10, 1000, 10_000]
const works = {
  get: 'get',
  execute: 'execute',
  executionMode: 'executionMode',
  schemas: 'schemas()',
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
  const scoped = await pool.measure(scopeSources())
  const { of, over } = lookup(measures)
  const rows = Object.entries(works).flatMap(([work, name]) =>
    Object.keys(products).map((product) => [
      `${name}, ${label[/** @type {keyof typeof label} */ (product)]}`,
      ...sizes.map((size) => figure(of(`${product} ${size}.${work}`)?.cpu)),
      figure(over(`${product} 10000.${work}`, `${product} 10.${work}`)),
    ]),
  )
  const columns = ['CPU µs', ...sizes.map((size) => size.toLocaleString('en-GB')), '10,000 over 10']
  return {
    tables: [
      { columns, rows, notes: notMeasured(measures) },
      costTable(scoped, { base: plainDsh, caption: 'A call for the innermost of 16 scopes, under 100 restrictions, 201 tools registered' }),
    ],
    goals: [...goals(of, over), ...scopeGoals(scoped)],
  }
}

/**
 * @param {(name: string) => import('../harness/measure.mjs').Measure | undefined} of
 * @param {(name: string, base: string) => number | undefined} over
 */
function goals(of, over) {
  return [
    amount('get from 10,000, handle', of('handle 10000.get')?.cpu, 0.1, 'µs'),
    atMost('get, growth from 10 to 10,000, handle', over('handle 10000.get', 'handle 10.get'), 1.5),
    atMost('execute, growth, handle', over('handle 10000.execute', 'handle 10.execute'), 1.5),
    atMost('execute, growth, ctx.tools', over('Millrace 10000.execute', 'Millrace 10.execute'), 1.5),
    atMost('execute at 10,000, handle, of DSH', over('handle 10000.execute', 'DSH 10000.execute'), 1 / 1000),
    atMost('execute at 10,000, ctx.tools, of DSH', over('Millrace 10000.execute', 'DSH 10000.execute'), 1 / 300),
    atMost('executionMode, growth, ctx.tools', over('Millrace 10000.executionMode', 'Millrace 10.executionMode'), 1.5),
    ...sizes.map((size) =>
      atMost(`schemas() of ${size}, of DSH`, over(`Millrace ${size}.schemas`, `DSH ${size}.schemas`), 1 / 15),
    ),
    ...sizes.map((size) =>
      atMost(`register + dispose at ${size}, of DSH`, over(`Millrace ${size}.register`, `DSH ${size}.register`), 1 / 20),
    ),
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
  return [atMost('chain of 16 with 100 restrictions, of no scope', lookup(scoped).over(chainOurs, plainOurs), 1.5)]
}
