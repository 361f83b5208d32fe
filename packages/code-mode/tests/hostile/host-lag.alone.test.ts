import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { runHostile, tight } from '../support/hostile-run.ts'
import { isLong, sampled } from '../../../../tests/support/effort.ts'
import { forSuite, openProcess, openWorker } from '../support/hostile-runtimes.ts'
import { bombs } from './bombs.ts'

const everyMs = 5

/** How much later than asked each of many timers came, in milliseconds, ascending. */
async function lagsDuring(work: () => Promise<void>): Promise<number[]> {
  const lags: number[] = []
  let due = performance.now() + everyMs
  const timer = setInterval(() => {
    lags.push(Math.max(0, performance.now() - due))
    due = performance.now() + everyMs
  }, everyMs)
  await work()
  clearInterval(timer)
  return lags.toSorted((left, right) => left - right)
}

/** Those that once held up hosts. */
const worst = sampled(
  bombs.filter(
    ({ stopsHost, name }) => stopsHost === true || /calls|console|microtasks|argument|result/.test(name),
  ),
  3,
)

describe.each([
  ['worker', openWorker],
  ['process', openProcess()],
])('%s', (name, open) => {
  const suite = forSuite(open)

  verifies(['security:S1'], 'the host goes on while programs do their worst', async () => {
    const lags = await lagsDuring(async () => {
      for (const { program } of worst) {
        await runHostile(suite.runtime, program, { limits: { ...tight, cpuMs: 100 }, wallMs: 2000 })
      }
    })
    const at = (share: number): number => lags[Math.floor((lags.length - 1) * share)] ?? 0
    if (isLong)
      console.log(
        `${name}: lag p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)}, most ${at(1).toFixed(1)} ms`,
      )
    expect(lags.length).toBeGreaterThan(20)
    // One late timer may be the machine's; most of them late would be the programs'.
    expect(at(0.9)).toBeLessThan(50)
  })
})
