import { describe, expect, test } from 'vitest'
import { sampled } from '../../../../tests/support/effort.ts'
import { forSuite, openInline, openProcess, openWorker, type Opened } from '../support/hostile-runtimes.ts'
import { runHostile, tight } from '../support/hostile-run.ts'
import { bombs, type Bomb } from './bombs.ts'

const suites: readonly (readonly [string, () => Promise<Opened>, readonly Bomb[]])[] = [
  ['worker', openWorker, sampled(bombs, 2)],
  ['process', openProcess(), sampled(bombs, 6)],
  [
    'inline',
    openInline,
    sampled(
      bombs.filter(({ stopsHost }) => stopsHost !== true),
      6,
    ),
  ],
]

// Far above what the limits are, for a machine that does much else.
const longestMs = 30_000

test('there are enough of them, each with a name of its own', () => {
  expect(bombs.length).toBeGreaterThanOrEqual(40)
  expect(new Set(bombs.map(({ name }) => name)).size).toBe(bombs.length)
})

describe.each(suites)('%s', (_, open, chosen) => {
  const suite = forSuite(open)

  test.each(chosen)('$name', async ({ program, ends }) => {
    const began = performance.now()
    const limits = { ...tight, cpuMs: 100 }
    const outcome = await runHostile(suite.runtime, program, {
      limits,
      wallMs: ends.includes('cancelled') ? 1000 : longestMs,
    })
    expect(performance.now() - began).toBeLessThan(longestMs)
    // A machine that does much else may be so slow that the time is over first.
    expect([...ends, 'timeout_cpu'], outcome.ok ? outcome.value : outcome.message).toContain(
      outcome.ok ? 'ok' : outcome.kind,
    )
    const { head, tail } = outcome.console
    expect(Buffer.byteLength([...head, ...tail].join('\n'))).toBeLessThanOrEqual(limits.consoleBytes)
    if (outcome.ok) expect(Buffer.byteLength(outcome.value ?? '')).toBeLessThanOrEqual(limits.resultBytes)
    else expect(outcome.message.length).toBeLessThan(16_384)
    const next = await runHostile(suite.runtime, 'return [1, await tools.echo({ a: 1 })]', {
      limits: { ...tight, cpuMs: longestMs },
      wallMs: longestMs,
    })
    expect(next).toMatchObject({ ok: true, value: '[1,{"a":1}]' })
  })
})
