// Prints how long the overview of the command takes to start, as a multiple of an empty node process.
// Both run in turn, so that the load of the machine meets them alike: node scripts/start-ratio.mjs [runs]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const runs = Number(process.argv[2] ?? 15)
const command = fileURLToPath(new URL('../packages/cli/bin/millrace.js', import.meta.url))

/** Milliseconds that one process takes from start to end. */
function time(args) {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}\n${stderr}`)
  return performance.now() - start
}

const empty = ['-e', '0']
const overview = [command]
for (const args of [empty, overview]) time(args)

const pairs = Array.from({ length: runs }, () => ({ empty: time(empty), overview: time(overview) }))
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const shortest = (values) => Math.min(...values)
const ratios = pairs.map((pair) => pair.overview / pair.empty)
const fixed = (value) => Number(value.toFixed(2))
console.log(
  JSON.stringify({
    runs,
    emptyMs: fixed(median(pairs.map((pair) => pair.empty))),
    overviewMs: fixed(median(pairs.map((pair) => pair.overview))),
    ratioOfShortest: fixed(
      shortest(pairs.map((pair) => pair.overview)) / shortest(pairs.map((pair) => pair.empty)),
    ),
    medianRatio: fixed(median(ratios)),
  }),
)
