import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment, openProcesses, openSandbox, sandboxedProcesses } from '@millrace/host'
import { figure } from '../harness/format.mjs'
import { amount } from '../harness/goal.mjs'
import { median } from '../harness/stats.mjs'

export const title = 'Sandbox: what it adds to a command, in a project with a repository'

const warmUp = 10

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run({ settings }) {
  const workspace = project()
  const opening = performance.now()
  const sandbox = await openSandbox({ mode: 'auto', workspace, env: process.env })
  const opened = performance.now() - opening
  const plain = openProcesses()
  const boxed = sandboxedProcesses(plain, sandbox)
  const ways = [plain, boxed]
  const times = [[], []]
  try {
    const first = await timed(() => command(boxed, workspace))
    for (let round = -warmUp; round < settings.rounds * 10; round++) {
      // The order changes, so that a noisy machine hits both alike.
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const taken = await timed(() => command(ways[index], workspace))
        if (round >= 0) times[index].push(taken)
      }
    }
    const added = times[1].map((taken, round) => taken - times[0][round])
    const rows = [
      ['plain', times[0]],
      [`${sandbox.backend} (${sandbox.enforcement})`, times[1]],
      ['added', added],
    ]
    const goal = sandbox.enforcement === 'full' ? median(added) : undefined
    return {
      tables: [
        {
          columns: ['true', 'p50 ms', 'p95 ms'],
          rows: rows.map(([name, values]) => [name, figure(median(values)), figure(highest(values, 0.95))]),
        },
        {
          columns: ['once', 'ms'],
          rows: [
            ['opening, with the probe', figure(opened)],
            ['the first command, with its network', figure(first)],
          ],
        },
      ],
      goals: [amount('a command in the full sandbox, over a plain one', goal, 15, 'ms')],
    }
  } finally {
    await boxed.close()
    await sandbox.close()
    rmSync(workspace, { recursive: true })
  }
}

/** A folder in which most of what is protected is there. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  for (const name of ['.git/hooks', '.github/workflows', '.vscode', 'src'])
    mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['.git/config', 'package.json', '.npmrc']) writeFileSync(join(folder, name), '')
  return folder
}

/** @param {import('@millrace/host').Processes} processes @param {string} cwd */
async function command(processes, cwd) {
  const env = commandEnvironment(process.env)
  const spec = { file: 'true', args: [], cwd, env, streams: 'merged', onOutput: () => {} }
  const running = await processes.start(spec)
  await running.drained
  const { exitCode } = await running.exited
  if (exitCode !== 0) throw new Error(`the command ended with ${exitCode}`)
}

/** @param {() => Promise<void>} act */
async function timed(act) {
  const begin = performance.now()
  await act()
  return performance.now() - begin
}

/** @param {number[]} values @param {number} share */
function highest(values, share) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]
}
