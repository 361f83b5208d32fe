import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonlSessions } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { checkHistory } from '@millrace/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { goingsOn, resultOf } from './support/crash/killed-program.ts'
import type { Plan } from './support/crash/durable-host.ts'
import { compileRunner, type Moment, type RunnerProgram } from './support/crash/run-program.ts'
import { verifies } from './spec/verifies.ts'
import { isLong } from './support/effort.ts'

const chains = isLong ? 100 : 2

/** Calls side by side, calls alone, and some that ask; each has a number of its own. */
function planOf(seed: number): Plan {
  const names = ['bump', 'bump', 'write', 'edit', 'bump']
  let number = 0
  return Array.from({ length: 6 }, (_group, at) =>
    Array.from({ length: 1 + ((at + seed) % 3) }, (_call, index) => {
      number++
      return [names[(at * 2 + index + seed) % names.length] as string, number] as const
    }),
  )
}

/** Somewhere in the middle of it: some lines after the one about the session. */
function momentOf(seed: number): Moment {
  return { lines: 2 + ((seed * 5) % 9), ms: (seed * 13) % 25 }
}

describe.runIf(process.platform !== 'win32')('a process that is killed while a program runs', () => {
  let runner: RunnerProgram
  let base: string

  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-kill-')))
    runner = await compileRunner()
  }, 300_000)

  afterAll(() => {
    runner.remove()
    rmSync(base, { recursive: true, force: true })
  })

  function effectsIn(folder: string): readonly number[] {
    try {
      return readFileSync(join(folder, 'effects'), 'utf8').trim().split('\n').map(Number)
    } catch {
      return []
    }
  }

  /** Kills a program twice, the second time while it goes on, and lets it come to its end. */
  async function chain(seed: number): Promise<readonly string[]> {
    const kind = seed % 3 === 2 ? 'journal' : 'worker'
    const plan = planOf(seed)
    const folder = join(base, `chain-${seed}`)
    const disk = await privateDisk(folder)
    const first = await runner.run([folder, kind, JSON.stringify(plan)], momentOf(seed))
    const id = first.lines.find((line) => line.startsWith('session '))?.slice('session '.length) as string
    const second = await runner.run([folder, kind, '', id], momentOf(seed * 7 + 1))
    const last = await runner.run([folder, kind, '', id])
    expect(last.lines.at(-1)).toBe('ended done')
    const effects = effectsIn(folder)
    expect(new Set(effects).size, `chain ${seed}: ${effects.join()}`).toBe(effects.length)
    const { events } = await jsonlSessions(await disk.folder('sessions')).read(id)
    expect(checkHistory(events)).toEqual([])
    const results = events.filter(({ type }) => type === 'tool/result')
    if (results.length === 1 && !resultOf(events).isError) {
      const value = JSON.parse(resultOf(events).text) as unknown[]
      plan.flat().forEach(([, number], at) => {
        if (value[at] !== 'OUTCOME_UNKNOWN') expect(value[at]).toBe(number)
        if (value[at] === number) expect(effects).toContain(number)
      })
    }
    return [first, second, last].flatMap(({ lines }) => lines).concat(goingsOn(events))
  }

  verifies(
    ['security:R2'],
    `does nothing twice, and the program comes to its end, ${chains} times`,
    async () => {
      const said: string[] = []
      // A process that ends before its moment is not killed, so there are some more where none was.
      const most = chains + 10
      for (let seed = 0; seed < chains || (seed < most && !said.includes('goes on')); seed++)
        said.push(...(await chain(seed)))
      expect(said).toContain('goes on')
    },
    300_000 + chains * 30_000,
  )
})
