import { figure, ratio } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { costTable, notMeasured } from '../harness/report.mjs'

export const title = 'MCP in memory: our client and our server beside the SDK’s'

const file = 'mcp-both-ways.mjs'
const sdkBoth = 'SDK client, SDK server'
const following = 'SDK client that asks for progress, SDK server'
const older = 'SDK client, SDK server, older era'
const client = 'Millrace client and ctx.tools, SDK server'
const bare = 'Millrace client alone, SDK server'
const server = 'SDK client, Millrace server'
const olderServer = 'SDK client, Millrace server, older era'

const works = {
  text: 'a call, small text',
  structured: 'a call, small structured content with an output schema',
  rows: 'a call, 10 kB of rows both ways with an output schema',
}

/** @param {string} work @returns {Record<string, import('../harness/candidate.mjs').Source>} */
const sourcesOf = (work) => ({
  [sdkBoth]: [file, 'sdk', { era: 'modern', work }],
  [following]: [file, 'sdk', { era: 'modern', work, follows: true }],
  [client]: [file, 'ourClient', { work }],
  [bare]: [file, 'ourConnection', { work }],
  [server]: [file, 'ourServer', { era: 'modern', work }],
  [older]: [file, 'sdk', { era: 'legacy', work }],
  [olderServer]: [file, 'ourServer', { era: 'legacy', work }],
})

/** A call runs through so much code of the SDK and of zod that it takes thousands of them until all of it is compiled. */
const atLeast = { warmMs: 1500, roundMs: 80 }

const slowest = 500
const alone = 'the slowest server alone, SDK client'
const all = '1,000 tools of 20 servers, Millrace'
const atOnce = 'the same, where no server takes any time'

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const tables = []
  const goals = []
  for (const [work, name] of Object.entries(works)) {
    const measures = (await pool.measure(sourcesOf(work), { atLeast })).of()
    const { over } = lookup(measures)
    tables.push(costTable(measures, { base: sdkBoth, caption: name }))
    goals.push(
      atMost(`${name}: through our client, of the SDK's`, over(client, following), 1.5),
      atMost(`${name}: through our server, of the SDK's`, over(server, sdkBoth), 1.5),
      atMost(`${name}: through our server, older era, of the SDK's`, over(olderServer, older), 1.5),
    )
  }
  const rounds = Math.min(5, pool.settings.rounds)
  const starts = await pool.fresh(
    {
      [alone]: [file, 'slowestAlone', { slowest }],
      [all]: [file, 'start', { slowest }],
      [atOnce]: [file, 'start', { slowest: 0 }],
    },
    { rounds },
  )
  const started = starts.of('start')
  const one = await pool.fresh(
    { memory: [file, 'memory'], listing: [file, 'listing'] },
    { rounds: Math.min(3, rounds) },
  )
  const perServer = one.of('server').get('memory')?.wall
  const perTool = one.of('tool').get('memory')?.wall
  const same = one.of('same').get('listing')
  tables.push(
    {
      columns: ['start', 'wall ms', `of ${alone}`],
      rows: [...started].map(([name, measure]) => [
        name,
        figure(measure.wall === undefined ? undefined : measure.wall / 1000),
        ratio(measure.over(started.get(alone), 'wall')),
      ]),
      notes: notMeasured(started),
    },
    {
      columns: ['memory', 'kB of heap'],
      rows: [
        ['a connected server with 10 tools', figure(perServer === undefined ? undefined : perServer / 1000)],
        ['each further tool', figure(perTool === undefined ? undefined : perTool / 1000)],
      ],
      notes: notMeasured(one.of('server')),
    },
  )
  const differing = same === undefined ? undefined : same.rounds.filter(({ wall }) => wall !== 1).length
  goals.push(
    atMost(
      'start of 1,000 tools, of the slowest server alone',
      started.get(all)?.over(started.get(alone), 'wall'),
      2,
    ),
    amount('listings that differ when servers answer in another order', differing, 0, 'listings'),
  )
  return { tables, goals }
}
