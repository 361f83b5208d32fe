import { describe, expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { runHostile, tight } from '../support/hostile-run.ts'
import { isLong, sampled } from '../../../../tests/support/effort.ts'
import { forSuite, openProcess, openWorker } from '../support/hostile-runtimes.ts'
import { bombs } from './bombs.ts'

const everyMs = 5

/** How much later than asked each of many timers came, in milliseconds. */
async function lagsDuring(work: () => Promise<void>): Promise<number[]> {
  const lags: number[] = []
  let due = performance.now() + everyMs
  const timer = setInterval(() => {
    lags.push(Math.max(0, performance.now() - due))
    due = performance.now() + everyMs
  }, everyMs)
  await work()
  clearInterval(timer)
  return lags
}

/** The lag that a share of all timers did not exceed. */
function lagOf(lags: readonly number[], share: number): number {
  return lags.toSorted((left, right) => left - right)[Math.floor((lags.length - 1) * share)] ?? 0
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
    const lagsWith = (program: string): Promise<number[]> =>
      lagsDuring(async () => {
        await runHostile(suite.runtime, program, { limits: { ...tight, cpuMs: 100 }, wallMs: 2000 })
      })
    const usual: number[] = []
    const lags: number[] = []
    for (const { program } of worst) {
      usual.push(...(await lagsWith('for (;;);')))
      lags.push(...(await lagsWith(program)))
    }
    if (isLong)
      console.log(
        `${name}: lag ${[0.5, 0.99, 1].map((share) => `p${share * 100} ${lagOf(lags, share).toFixed(1)}`).join(', ')} ms`,
      )
    expect(lags.length).toBeGreaterThan(20)
    // One late timer may be the machine's, and so may most of them where they are late beside a plain loop, too.
    expect(lagOf(lags, 0.9)).toBeLessThan(Math.max(50, 3 * lagOf(usual, 0.9)))
  })
})
