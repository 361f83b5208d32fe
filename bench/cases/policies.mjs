import { figure, ratio } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { lookup } from '../harness/measure.mjs'
import { costTable, notMeasured } from '../harness/report.mjs'

export const title = 'Policies: deciding, reading commands, and what a call pays for all of them'

const bare = 'no policy'
const alone = ['permissions', 'approval', 'timeout', 'retry', 'repeat', 'redaction', 'spill']
const standard = 'standard'
const withSecrets = 'standard and secrets'

/** @param {'plain' | 'reader'} tool @returns {Record<string, import('../harness/candidate.mjs').Source>} */
const policed = (tool) => ({
  [bare]: ['policies.mjs', 'policed', { tool }],
  ...Object.fromEntries(
    [...alone, standard, withSecrets].map((policy) => [
      policy,
      ['policies.mjs', 'policed', { policy, tool }],
    ]),
  ),
})

/** What the rules are about, and how many there are. */
const kinds = {
  paths: 'a file that is changed, rules that begin with a folder',
  patterns: 'a file that is changed, rules such as `Edit(**/*.gen.ts)`',
  argv: 'a command',
}
const few = 10
const many = 1000

/** Commands as models write them. */
const usual = [
  'ls -la src',
  'git status --short && git diff --stat',
  'npm test -- retry',
  'cd packages/net && npm run build 2>&1 | tail -20',
  'grep -rn "function retry" src --include="*.ts" | head -20',
  'find src -name "*.test.ts" -type f -not -path "*/node_modules/*"',
  "sed -n '120,180p' src/net/retry.ts",
  'mkdir -p out && cp -r dist/. out/ && rm -f out/*.map',
  'git log --oneline -10 -- src/net; git show HEAD~1 --stat',
  'curl -fsSL https://registry.npmjs.org/zod/latest -o /tmp/zod.json',
  'timeout 60 node --test "src/**/*.test.js"',
  "cat > notes.md <<'END'\n# Notes\n\nRetry doubles its wait.\nEND",
]

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const plain = (await pool.measure(policed('plain'), { bytes: true })).of()
  const reader = (await pool.measure(policed('reader'), { bytes: true })).of()
  const rules = await decide(pool)
  const commands = await read(pool)
  const of = (/** @type {typeof plain} */ measures, /** @type {string} */ name) =>
    lookup(measures).over(name, bare)
  return {
    tables: [
      costTable(plain, {
        base: bare,
        caption: 'One call of a no-op tool through `ctx.tools`, each policy alone',
      }),
      costTable(reader, { base: bare, caption: 'The same of a tool that reads a file and has a time limit' }),
      rules.table,
      commands.table,
    ],
    goals: [
      atMost('all policies, of none', of(plain, standard), 5),
      atMost('all policies and 3 secrets, of none', of(plain, withSecrets), 5),
      ...rules.goals,
      commands.goal,
    ],
  }
}

/** @param {import('../harness/pool.mjs').Pool} pool */
async function decide(pool) {
  /** @type {Record<string, import('../harness/candidate.mjs').Source>} */
  const sources = {}
  for (const kind of Object.keys(kinds)) {
    for (const rules of [few, many])
      sources[`${kind} ${rules}`] = ['policies.mjs', 'deciding', { kind, rules }]
  }
  const measures = await pool.measure(sources)
  const over = (/** @type {string} */ kind, /** @type {string} */ work) =>
    lookup(measures.of(work)).over(`${kind} ${many}`, `${kind} ${few}`)
  const rows = Object.entries(kinds).map(([kind, label]) => [
    label,
    ...['call', 'judge'].flatMap((work) => [
      ...[few, many].map((rules) => figure(measures.of(work).get(`${kind} ${rules}`)?.cpu)),
      ratio(over(kind, work)),
    ]),
  ])
  const columns = [
    'CPU µs, allowed by',
    ...['call', 'verdict'].flatMap((work) => [`${work}, 10 rules`, '1,000', 'ratio']),
  ]
  const caption =
    'Deciding: a call that one rule allows, among few and among many, with nothing but permissions loaded'
  return {
    table: { caption, columns, rows, notes: notMeasured(measures.of('call')) },
    goals: [
      atMost('a change among 1,000 rules, of 10', over('paths', 'call'), 1.5),
      atMost('a command among 1,000 rules, of 10', over('argv', 'call'), 1.5),
    ],
  }
}

/** @param {import('../harness/pool.mjs').Pool} pool */
async function read(pool) {
  const reader = 'reader'
  const measures = await pool.measure({ [reader]: ['policies.mjs', 'reading', { commands: usual }] })
  const costs = usual.map((command) => measures.of(command).get(reader)?.cpu)
  const rows = usual.map((command, at) => [
    `\`${command.split('\n')[0]?.replaceAll('|', '\\|')}\``,
    figure(costs[at]),
  ])
  const known = costs.filter((cost) => cost !== undefined)
  const slowest = known.length === usual.length ? Math.max(...known) : undefined
  return {
    table: {
      caption: 'Reading a command: what it runs, part by part, and what each part touches',
      columns: ['command', 'CPU µs'],
      rows,
      notes: notMeasured(measures.of(usual[0])),
    },
    goal: amount(`reading the slowest of ${usual.length} usual commands`, slowest, 50, 'µs'),
  }
}
