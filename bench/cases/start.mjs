import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installedMegabytes } from '../harness/footprint.mjs'
import { figure, ratio } from '../harness/format.mjs'
import { atMost } from '../harness/goal.mjs'
import { Measure, lookup } from '../harness/measure.mjs'

export const title = 'Start and size'

const bench = fileURLToPath(new URL('..', import.meta.url))
const command = fileURLToPath(new URL('../../packages/cli/bin/millrace.js', import.meta.url))

/** What a user imports, and the package that brings it. @type {Record<string, { imports: string[], packages: string[] }>} */
const subjects = {
  '@millrace/tools': { imports: ['@millrace/tools'], packages: ['@millrace/tools'] },
  'DSH tools': { imports: ['@deepseek-ai/dsh-tools'], packages: ['@deepseek-ai/dsh-tools'] },
  'DSH tools, with the services it waits for': {
    imports: ['@deepseek-ai/dsh-tools', '@deepseek-ai/dsh-system-prompt'],
    packages: ['@deepseek-ai/dsh-tools'],
  },
  Cordis: { imports: ['@deepseek-ai/cordis'], packages: ['@deepseek-ai/cordis'] },
  'AI SDK': { imports: ['ai'], packages: ['ai'] },
  'MCP SDK 1': {
    imports: ['@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/sdk/client/index.js'],
    packages: ['@modelcontextprotocol/sdk'],
  },
  'MCP SDK 2': {
    imports: ['@modelcontextprotocol/server', '@modelcontextprotocol/client'],
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/client'],
  },
  'LangChain core': { imports: ['@langchain/core/tools'], packages: ['@langchain/core'] },
  'OpenAI Agents core': { imports: ['@openai/agents-core'], packages: ['@openai/agents-core'] },
  ajv: { imports: ['ajv'], packages: ['ajv'] },
  zod: { imports: ['zod'], packages: ['zod'] },
}

const overview = 'millrace'
const empty = 'node -e 0'

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const { rounds } = pool.settings
  const imports = interleaved(
    rounds,
    Object.fromEntries(
      Object.entries(subjects).map(([name, { imports }]) => [name, () => importCost(imports)]),
    ),
  )
  const starts = interleaved(rounds, {
    [overview]: () => startCost([command]),
    [empty]: () => startCost(['-e', '0']),
  })
  const dsh = imports.get('DSH tools')
  const megabytes = (/** @type {string} */ name) =>
    subjects[name]?.packages.reduce((sum, one) => sum + (installedMegabytes(one, bench) ?? Number.NaN), 0)
  const rows = [...imports].map(([name, measure]) => [
    name,
    milliseconds(measure.cpu),
    ratio(measure.over(dsh)),
    figure(megabytes(name)),
  ])
  const startRows = [...starts].map(([name, measure]) => [
    name,
    milliseconds(measure.wall),
    ratio(measure.over(starts.get(empty), 'wall')),
  ])
  const failed = (/** @type {Map<string, Measure>} */ measures) =>
    [...measures]
      .filter(([, { unavailable }]) => unavailable)
      .map(([name, { unavailable }]) => `${name}: not measured: ${unavailable}`)
  return {
    tables: [
      { columns: ['import', 'CPU ms', 'of DSH', 'installed MB'], rows, notes: failed(imports) },
      { columns: ['command', 'wall ms', `of ${empty}`], rows: startRows, notes: failed(starts) },
    ],
    goals: [
      atMost('import of @millrace/tools, of DSH', lookup(imports).over('@millrace/tools', 'DSH tools'), 0.7),
      atMost(
        'millrace (overview), of an empty node',
        starts.get(overview)?.over(starts.get(empty), 'wall'),
        5,
      ),
    ],
  }
}

/** @param {number} rounds @param {Record<string, () => { cpu: number, wall: number }>} costs */
function interleaved(rounds, costs) {
  const measures = new Map(Object.keys(costs).map((name) => [name, new Measure()]))
  // Round zero only fills the file cache.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, measure] of measures) {
      if (measure.unavailable) continue
      try {
        const cost = costs[name]()
        if (round > 0) measure.rounds.push(cost)
      } catch (error) {
        measure.unavailable = error instanceof Error ? error.message : String(error)
      }
    }
  }
  return measures
}

/** Microseconds that a fresh process spends on imports alone. @param {string[]} names */
function importCost(names) {
  const script = `const wall = performance.now(), cpu = process.cpuUsage()
    for (const name of ${JSON.stringify(names)}) await import(name)
    const used = process.cpuUsage(cpu)
    process.stdout.write(JSON.stringify({ cpu: used.user + used.system, wall: (performance.now() - wall) * 1000 }))
    process.exit(0)`
  const { stdout, stderr, status } = spawn(['--input-type=module', '-e', script])
  if (status !== 0)
    throw new Error(
      stderr
        .split('\n')
        .find((line) => line.includes('Error'))
        ?.slice(0, 160) ?? 'failed',
    )
  return JSON.parse(stdout)
}

/** Microseconds from the start of a process to its end. @param {string[]} args */
function startCost(args) {
  const begin = process.hrtime.bigint()
  const { status, stderr } = spawn(args)
  const wall = Number(process.hrtime.bigint() - begin) / 1000
  if (status !== 0)
    throw new Error(`exit code ${status}: ${stderr.split('\n').find((line) => line.includes('Error')) ?? ''}`)
  return { cpu: Number.NaN, wall }
}

/** @param {string[]} args */
function spawn(args) {
  return spawnSync(process.execPath, args, {
    cwd: bench,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** @param {number | undefined} microseconds */
const milliseconds = (microseconds) => figure(microseconds === undefined ? undefined : microseconds / 1000)
