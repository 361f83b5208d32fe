import { figure } from '../harness/format.mjs'
import { amount } from '../harness/goal.mjs'
import { newerNode } from '../harness/prepare.mjs'
import { notMeasured } from '../harness/report.mjs'

export const title = 'Catalogue: 1,223 tools in a prompt, and found by programs'

const ours = 'Millrace'
const pinned = 'Millrace, 20 pinned tools'

const works = {
  build: 'index and first search, the first of a process',
  query: 'a search',
  describe: 'eight tools described',
  digest: 'what a prompt says of all of them',
}

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  // The generated tools are TypeScript, which Node 20 cannot read.
  const node = newerNode()
  const options = node === undefined ? {} : { node }
  const parts = [
    await pool.fresh({ [ours]: ['catalogue.mjs', 'first'] }, options),
    await pool.measure({ [ours]: ['catalogue.mjs', 'known'] }, options),
  ]
  const texts = await pool.fresh(
    { [ours]: ['catalogue.mjs', 'prompt'], [pinned]: ['catalogue.mjs', 'prompt', { pinned: 20 }] },
    { ...options, rounds: 1 },
  )
  const rows = Object.entries(works).map(([work, name]) => {
    const measure = parts.map((part) => part.of(work).get(ours)).find((found) => found?.cpu !== undefined)
    return [name, figure(measure?.cpu), figure(measure?.wall)]
  })
  const tokens = texts.of('tokens')
  return {
    tables: [
      { columns: ['work', 'CPU µs', 'wall µs'], rows, notes: notMeasured(parts[1].of('query')) },
      {
        columns: ['prompt of mode `code`', 'tokens (o200k)'],
        rows: [...tokens].map(([name, { cpu }]) => [name, figure(cpu)]),
      },
    ],
    goals: [
      amount('tokens of 1,223 tools', tokens.get(ours)?.cpu, 1000, 'tokens'),
      amount('tokens of these, 20 of them pinned', tokens.get(pinned)?.cpu, 1000, 'tokens'),
    ],
  }
}
