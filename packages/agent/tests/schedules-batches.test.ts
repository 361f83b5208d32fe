import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { BatchTheatre } from './support/schedules/batch-theatre.ts'
import { misorder, type Moment } from './support/schedules/moments.ts'
import { plans, type Plan, type PlannedCall } from './support/schedules/plan.ts'
import { isLong } from '../../../tests/support/effort.ts'

const schedules = isLong ? 1_000_000 : 20_000
/** Sessions in memory stay there, so the theatre is built again now and then. */
const perTheatre = 500

const { stackTraceLimit } = Error
const strays: unknown[] = []
const collect = (reason: unknown): void => void strays.push(reason)

beforeAll(() => {
  // Stacks of effects cost more than all the rest.
  Error.stackTraceLimit = 0
  process.on('unhandledRejection', collect)
  process.on('uncaughtException', collect)
})

afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
  process.off('unhandledRejection', collect)
  process.off('uncaughtException', collect)
})

/** Plays random batches in random orders of events, and counts what it came across. */
async function play(runs: number, how: 'playTurn' | 'playLane'): Promise<{ cut: number; stages: number }> {
  let theatre = await BatchTheatre.open()
  let played = 0
  let cut = 0
  const stages = new Set<string>()
  await fc.assert(
    fc.asyncProperty(plans, fc.scheduler(), async (plan, events) => {
      if (++played % perTheatre === 0) {
        await theatre.close()
        theatre = await BatchTheatre.open()
      }
      const { problems, isCut } = await theatre[how](plan, events)
      if (problems.length > 0) throw new Error(problems.join('; '))
      if (isCut) cut++
      for (const call of plan.calls)
        for (const [stage, way] of Object.entries(call)) stages.add(`${stage} ${way}`)
    }),
    { numRuns: runs },
  )
  await theatre.close()
  expect(strays).toEqual([])
  return { cut, stages: stages.size }
}

describe('a batch of calls', () => {
  for (const [where, how, runs] of [
    ['in the turn of an agent', 'playTurn', schedules / 5],
    ['in the scheduler alone', 'playLane', (schedules * 4) / 5],
  ] as const) {
    verifies(
      ['security:R2', 'security:R6', 'security:R7', 'security:P1'],
      `keeps every promise in ${runs.toLocaleString('en')} orders of events, ${where}`,
      async () => {
        const { cut, stages } = await play(runs, how)
        expect(cut).toBeGreaterThan(runs / 5)
        expect(stages).toBe(24)
      },
      7_200_000,
    )
  }
})

describe('what watches over a batch', () => {
  const plain: PlannedCall = {
    lane: 'parallel',
    gate: 'open',
    wrapper: 'plain',
    body: 'deaf',
    review: 'at once',
  }
  const plan: Plan = { limit: 2, calls: [plain, { ...plain, lane: 'exclusive' }, plain], end: 'interrupt' }
  const [begin, end, result] = (['begin', 'end', 'result'] as const).map((what) => (at: number): Moment => ({
    what,
    at,
  })) as [(at: number) => Moment, (at: number) => Moment, (at: number) => Moment]
  const abort: Moment = { what: 'abort', at: -1 }
  const call = (at: number): Moment[] => [begin(at), end(at), result(at)]

  test('has nothing to say of a batch in order', () => {
    expect(misorder(plan, [...call(0), ...call(1), ...call(2)])).toEqual([])
    expect(misorder(plan, [...call(0), abort, result(1), result(2)])).toEqual([])
  })

  test.each<[string, Moment[], string]>([
    ['a second result', [...call(0), result(0), ...call(1), ...call(2)], 'came twice'],
    ['a missing result', [...call(0), ...call(1)], '2 results for 3 calls'],
    ['results in another order', [result(1), result(0), result(2)], 'came as number 0'],
    [
      'a result before the end of the body',
      [begin(0), result(0), end(0), ...call(1), ...call(2)],
      'before the end',
    ],
    ['a body that never ends', [...call(0), ...call(1), begin(2)], 'never ended'],
    ['a body after the abort', [abort, ...call(0), result(1), result(2)], 'after the abort'],
    ['a body after the result', [...call(0), begin(0), end(0), ...call(1), ...call(2)], 'after its result'],
    ['an exclusive body beside another', [begin(0), begin(1), end(0), end(1)], 'beside 0'],
    ['a body that overtakes an exclusive one', [begin(0), begin(2), end(2)], 'before the result of 1'],
  ])('tells of %s', (_what, moments, says) => {
    expect(misorder(plan, moments).join('\n')).toContain(says)
  })
})
