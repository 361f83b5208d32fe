import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment, ConfinedRoot, openProcesses, SpillStore } from '@millrace/host'
import { commandTools, confinedFiles, hostProcesses } from '@millrace/toolbox'
import { createTools } from '@millrace/tools'
import { figure, ratio } from '../harness/format.mjs'
import { atMost } from '../harness/goal.mjs'
import { Measure } from '../harness/measure.mjs'

export const title = 'Commands: bash through the pipeline, against a bare spawn that reads the output'

/** What is run, by what it stands for. */
const commands = {
  'echo hi': 'echo hi',
  'a loop of 2,000 lines': 'for i in $(seq 2000); do echo "line $i"; done',
  'node -e 0': 'node -e 0',
}

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run({ settings }) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  const root = await ConfinedRoot.open(folder)
  const env = commandEnvironment(process.env)
  const processes = openProcesses()
  // None of the commands prints so much that it is opened.
  const spill = () => SpillStore.open()
  const operations = hostProcesses({ processes, spill, files: confinedFiles(root), env })
  const tools = createTools({ tools: commandTools(operations) })
  const candidates = {
    bash: (/** @type {string} */ command) => throughPipeline(tools, command),
    'bare spawn': (/** @type {string} */ command) => bareSpawn(command, folder, env),
  }
  try {
    const rows = []
    const goals = []
    for (const [name, command] of Object.entries(commands)) {
      const [ours, bare] = await interleaved(Object.values(candidates), command, settings.rounds * 10)
      const over = ours.over(bare, 'wall')
      rows.push([name, figure(ours.wall / 1000), figure(bare.wall / 1000), ratio(over)])
      goals.push(atMost(`bash ${name}, of a bare spawn`, over, 1.3))
    }
    return { tables: [{ columns: ['command', 'bash ms', 'bare spawn ms', 'ratio'], rows }], goals }
  } finally {
    await processes.close()
    await root.close()
    rmSync(folder, { recursive: true })
  }
}

/** Runs both in turns, the order changing, so that a noisy machine hits both alike. */
async function interleaved(candidates, command, rounds) {
  const measures = candidates.map(() => new Measure())
  for (let round = -5; round < rounds; round++) {
    const turns = candidates.map((_, index) => (index + round + candidates.length * 5) % candidates.length)
    for (const index of turns) {
      const begin = process.hrtime.bigint()
      await candidates[index](command)
      const wall = Number(process.hrtime.bigint() - begin) / 1000
      if (round >= 0) measures[index].rounds.push({ cpu: Number.NaN, wall })
    }
  }
  return measures
}

let serial = 0

/** @param {import('@millrace/tools').ToolRuntime} tools @param {string} command */
async function throughPipeline(tools, command) {
  const { signal } = new AbortController()
  const call = { callId: `c${(serial += 1)}`, name: 'bash', arguments: { command }, signal }
  const result = await tools.execute(call)
  if (result.isError) throw new Error(result.error.message)
  if (result.value.exitCode !== 0) throw new Error(`the command ended with ${result.value.exitCode}`)
}

/** @param {string} command @param {string} cwd @param {Record<string, string>} env */
function bareSpawn(command, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => (output += chunk))
    }
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`exit code ${code}`))))
  })
}
