import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { runHostile, tight } from '../support/hostile-run.ts'
import { isLong } from '../../../../tests/support/effort.ts'
import { forSuite, openProcess, openWorker } from '../support/hostile-runtimes.ts'
import { bombs } from './bombs.ts'

const limits = { ...tight, cpuMs: 50 }

const suites = [
  { name: 'worker', open: openWorker, programs: isLong ? 10_000 : 200 },
  { name: 'process', open: openProcess(), programs: isLong ? 1000 : 8 },
]

// Those that end soon: what is repeated is the ending.
const quick = bombs.filter(({ ends }) => !ends.includes('cancelled'))

const descriptors = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)

describe.each(suites)('$name', ({ open, programs }) => {
  const suite = forSuite(open)

  const storm = async (count: number): Promise<void> => {
    let next = 0
    const one = async (): Promise<void> => {
      while (next < count) {
        const bomb = quick[next++ % quick.length]
        if (bomb !== undefined) await runHostile(suite.runtime, bomb.program, { limits, wallMs: 5000 })
      }
    }
    await Promise.all([one(), one()])
  }

  verifies(
    ['security:S1'],
    `${programs} hostile programs in a row leave nothing behind`,
    async () => {
      const first = Math.ceil(programs / 8)
      await storm(first)
      const before = {
        handles: descriptors(),
        timers: process.getActiveResourcesInfo().length,
        rss: process.memoryUsage.rss(),
      }
      await storm(programs - first)
      const next = await runHostile(suite.runtime, 'return 1', {
        limits: { ...tight, cpuMs: 10_000 },
        wallMs: 60_000,
      })
      expect(next).toMatchObject({ ok: true, value: '1' })
      expect(descriptors()).toBeLessThanOrEqual(before.handles + 16)
      expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before.timers + 16)
      // Freed memory goes back to the system late; programs that left theirs would be far above this.
      const grown = (process.memoryUsage.rss() - before.rss) / 2 ** 20
      if (isLong)
        console.log(
          `${programs} programs: ${grown.toFixed(0)} MB more, ${descriptors() - before.handles} descriptors more`,
        )
      expect(grown).toBeLessThan(200)
    },
    isLong ? 7_200_000 : 240_000,
  )
})

test('are many', () => {
  expect(quick.length).toBeGreaterThan(60)
})
