import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const model = fileURLToPath(new URL('call.pml', import.meta.url))

/** Why the model cannot be checked here, for a title; empty where it can. */
export const noChecker: string = ['spin', 'gcc']
  .filter((program) => spawnSync(program, [program === 'spin' ? '-V' : '--version']).status !== 0)
  .map((program) => `: there is no ${program}`)
  .join('')

/** What is checked: every assertion and that nothing hangs, or that a formula of the model holds, under weak fairness. */
export type Claim = 'safety' | 'settles' | 'drains'

/** What the checker found in all that can happen. */
export interface Checked {
  readonly states: number
  readonly errors: number
  /** The first thing that went wrong. */
  readonly found: string | undefined
}

/** Checks the model of a call exhaustively. @param fault - plants one of its faults. */
export async function checkModel(claim: Claim, fault?: string): Promise<Checked> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-spin-'))
  try {
    await run('spin', [...(fault === undefined ? [] : [`-DBROKEN_${fault}`]), '-a', model], { cwd: folder })
    const kind = claim === 'safety' ? ['-DNOCLAIM', '-DSAFETY'] : ['-DNFAIR=3']
    // Compiling takes longer than finding a fault, and not as long as finding none.
    const speed = fault === undefined ? ['-O1'] : []
    await run('gcc', ['-w', '-DCOLLAPSE', ...speed, ...kind, '-o', 'pan', 'pan.c'], { cwd: folder })
    const search = claim === 'safety' ? [] : ['-a', '-f', '-N', claim]
    const { stdout } = await run(join(folder, 'pan'), ['-n', '-m100000', ...search], { cwd: folder })
    return readReport(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function readReport(report: string): Checked {
  const errors = /errors: (\d+)/.exec(report)?.[1]
  const states = /(\d+(?:\.\d+e\+\d+)?) states, stored/.exec(report)?.[1]
  // A search that was given up proves nothing, and it must not look as if it did.
  const isWhole = !/max search depth too small|out of memory/.test(report)
  if (errors === undefined || states === undefined || !isWhole)
    throw new Error(`the checker did not finish its search: ${report}`)
  const found = /^pan:\d+: (.*?) \(at depth \d+\)$/m.exec(report)?.[1]
  return { states: Number(states), errors: Number(errors), found }
}
