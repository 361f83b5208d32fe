import { figure, ratio } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { notMeasured } from '../harness/report.mjs'

export const title = 'SDK text: what prompts say of the tools of programs'

const dsh = 'DSH'
const ours = 'Millrace'
const few = 'Millrace, 50 tools'

const works = {
  typescript: 'TypeScript, 500 tools that were never rendered',
  python: 'Python, 500 tools that were never rendered',
  typescriptOne: 'TypeScript, one of 500 is new',
  pythonOne: 'Python, one of 500 is new',
  cached: 'nothing is new',
}
/** What DSH does in each case: it renders everything. @type {Record<string, string>} */
const against = { typescriptOne: 'typescript', pythonOne: 'python', cached: 'typescript' }

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const measures = await pool.measure({
    [dsh]: ['sdk.mjs', 'render', { product: 'dsh', size: 500 }],
    [ours]: ['sdk.mjs', 'render', { product: 'millrace', size: 500 }],
    [few]: ['sdk.mjs', 'render', { product: 'millrace', size: 50 }],
  })
  /** @param {string} work */
  const peer = (work) => measures.of(against[work] ?? work).get(dsh)
  const mine = (/** @type {string} */ work) => measures.of(work).get(ours)
  const rows = Object.entries(works).map(([work, name]) => [
    name,
    figure(peer(work)?.cpu),
    figure(mine(work)?.cpu),
    ratio(mine(work)?.over(peer(work))),
  ])
  const constant = mine('cached')?.over(measures.of('cached').get(few))
  return {
    tables: [
      {
        caption: 'CPU microseconds for the whole text',
        columns: ['work', dsh, ours, `of ${dsh}`],
        rows,
        notes: notMeasured(measures.of('typescript')),
      },
    ],
    goals: [
      atMost('TypeScript, never rendered, of DSH', mine('typescript')?.over(peer('typescript')), 1 / 20),
      atMost('Python, never rendered, of DSH', mine('python')?.over(peer('python')), 1 / 20),
      amount('nothing is new', mine('cached')?.cpu, 1, 'µs'),
      atMost('nothing is new, 500 tools over 50', constant, 2),
    ],
  }
}
