import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lane, Stage } from './job.ts'
import { Scheduler, type ConclusionOrder } from './scheduler.ts'

type Manner = 'at once' | 'later' | 'throws' | 'rejects'

interface Spec {
  readonly lane: Lane
  readonly admit: Manner
  readonly dispatch: Manner
  readonly conclude: Manner
  /** Pushed by a scheduled task and not at the beginning. */
  readonly late: boolean
}

interface Run {
  readonly limit: number
  readonly conclude: ConclusionOrder
  readonly specs: readonly Spec[]
  readonly abort: 'never' | 'at once' | 'later'
}

interface Entry {
  readonly what: 'admit' | 'dispatch' | 'conclude' | 'fail' | 'abandon' | 'abort'
  readonly edge: 'begin' | 'end'
  readonly job: number
}

const manner: fc.Arbitrary<Manner> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('at once' as const, 'later' as const) },
  { weight: 1, arbitrary: fc.constantFrom('throws' as const, 'rejects' as const) },
)

const spec: fc.Arbitrary<Spec> = fc.record({
  lane: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Lane>('parallel') },
    { weight: 1, arbitrary: fc.constant<Lane>('exclusive') },
  ),
  admit: manner,
  dispatch: manner,
  conclude: manner,
  late: fc.boolean(),
})

const run: fc.Arbitrary<Run> = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  conclude: fc.constantFrom('in-order' as const, 'completion-order' as const),
  specs: fc.array(spec, { minLength: 1, maxLength: 10 }),
  abort: fc.constantFrom('never' as const, 'at once' as const, 'later' as const),
})

/** Runs the jobs in an order of events that fast-check chooses, and gives back what happened. */
async function play(chosen: Run, events: fc.Scheduler) {
  const trace: Entry[] = []
  const pushed: number[] = []
  const answers: Promise<string>[] = []
  const scheduler = new Scheduler<string, string, string>({ limit: chosen.limit, conclude: chosen.conclude })

  const note = (what: Entry['what'], edge: Entry['edge'], job: number) => trace.push({ what, edge, job })
  const stage = (what: Stage, how: Manner, job: number): string | Promise<string> => {
    note(what, 'begin', job)
    if (how === 'throws') {
      note(what, 'end', job)
      throw what
    }
    if (how === 'at once') {
      note(what, 'end', job)
      return what
    }
    return events.schedule(Promise.resolve(what), `${what} ${job}`).then(() => {
      note(what, 'end', job)
      if (how === 'rejects') throw what
      return what
    })
  }
  const push = ({ lane, admit, dispatch, conclude }: Spec) => {
    const job = pushed.push(pushed.length) - 1
    answers.push(
      scheduler.push({
        classify: () => lane,
        admit: () => stage('admit', admit, job),
        dispatch: () => stage('dispatch', dispatch, job),
        conclude: () => stage('conclude', conclude, job),
        fail: (error, at) => {
          note('fail', 'begin', job)
          return `failed ${at} ${String(error)}`
        },
        abandon: (reason) => {
          note('abandon', 'begin', job)
          return `abandoned ${String(reason)}`
        },
      }),
    )
    return lane
  }
  const abort = () => {
    note('abort', 'begin', -1)
    scheduler.abort('over')
  }

  const order = chosen.specs.filter(({ late }) => !late)
  for (const entry of order) push(entry)
  const laterPushes = chosen.specs
    .filter(({ late }) => late)
    .map((entry) =>
      events.schedule(Promise.resolve(), 'push').then(() => {
        order.push(entry)
        push(entry)
      }),
    )
  if (chosen.abort === 'at once') abort()
  const aborted =
    chosen.abort === 'later' ? events.schedule(Promise.resolve(), 'abort').then(abort) : undefined
  await events.waitFor(Promise.all([...laterPushes, aborted]).then(() => scheduler.idle()))
  return { trace, specs: order, answers: await Promise.all(answers), scheduler }
}

type Played = Awaited<ReturnType<typeof play>>

const beginnings = (played: Played, ...what: Entry['what'][]): number[] =>
  played.trace.filter((entry) => what.includes(entry.what) && entry.edge === 'begin').map(({ job }) => job)

/** Checks a claim over many runs. */
function holds(claim: (played: Played, chosen: Run) => void, runs = 400): Promise<void> {
  return fc.assert(
    fc.asyncProperty(run, fc.scheduler(), async (chosen, events) =>
      claim(await play(chosen, events), chosen),
    ),
    { numRuns: runs },
  )
}

const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b)

describe('whatever ends when, and whenever it is aborted', () => {
  test('jobs start in the order of their pushes, each at most once', () =>
    holds((played) => {
      const started = beginnings(played, 'admit')
      expect(started).toEqual(started.map((_, index) => index))
    }))

  test('never more bodies than the limit are under way', () =>
    holds((played, { limit }) => {
      let running = 0
      for (const { what, edge } of played.trace) {
        if (what === 'dispatch') running += edge === 'begin' ? 1 : -1
        expect(running).toBeLessThanOrEqual(limit)
      }
      expect(running).toBe(0)
    }))

  test('an exclusive job shares no moment between its admission and its answer', () =>
    holds((played) => {
      const spans = beginnings(played, 'admit').map((job) => span(played, job))
      for (const own of spans.filter(({ job }) => played.specs[job]?.lane === 'exclusive')) {
        for (const other of spans) {
          expect(other === own || other.last < own.first || other.first > own.last).toBe(true)
        }
      }
    }))

  test('admissions and conclusions never overlap each other', () =>
    holds((played) => {
      let open = 0
      for (const { what, edge } of played.trace) {
        if (what === 'admit' || what === 'conclude') open += edge === 'begin' ? 1 : -1
        expect(open).toBeLessThanOrEqual(1)
      }
    }))

  test('every job gets exactly the one answer that its stages say, and nothing stays behind', () =>
    holds((played) => {
      expect(played.answers).toEqual(played.specs.map((entry, job) => expected(played, entry, job)))
      for (const job of played.specs.keys()) expect(answered(played, job)).toHaveLength(1)
      expect(played.scheduler.size).toBe(0)
      expect(played.scheduler.running).toBe(0)
    }))

  test('in order, answers come in the order of the pushes, abandoned ones included', () =>
    holds((played, { conclude }) => {
      fc.pre(conclude === 'in-order')
      const concluded = firsts(beginnings(played, 'conclude', 'fail', 'abandon'))
      expect(concluded).toEqual(played.specs.map((_, job) => job))
    }))

  test('in completion order, conclusions come in the order in which bodies ended', () =>
    holds((played, { conclude }) => {
      fc.pre(conclude === 'completion-order')
      const ended = played.trace.filter(
        ({ what, edge, job }) => edge === 'end' && isEnding(played, what, job),
      )
      expect(firsts(beginnings(played, 'conclude', 'fail'))).toEqual(ended.map(({ job }) => job))
    }))

  test('after an abort nothing starts, and what has started goes through all its stages', () =>
    holds((played, { abort }) => {
      fc.pre(abort !== 'never')
      const from = played.trace.findIndex(({ what }) => what === 'abort')
      expect(
        played.trace.slice(from).filter(({ what, edge }) => what === 'admit' && edge === 'begin'),
      ).toEqual([])
      const started = beginnings(played, 'admit')
      expect(ascending(beginnings(played, 'abandon'))).toEqual([...played.specs.keys()].slice(started.length))
      for (const job of started) expect(answered(played, job)).not.toContain('abandon')
    }))

  test('the same order of events gives the same history', () =>
    fc.assert(
      fc.asyncProperty(run, fc.infiniteStream(fc.nat()), async (chosen, seed) => {
        const seeds = [...seed.take(1)]
        const once = () => fc.sample(fc.scheduler(), { numRuns: 1, seed: seeds[0] ?? 0 })[0]!
        const [first, second] = [await play(chosen, once()), await play(chosen, once())]
        expect(second.trace).toEqual(first.trace)
        expect(second.answers).toEqual(first.answers)
      }),
      { numRuns: 100 },
    ))
})

function span({ trace }: Played, job: number): { job: number; first: number; last: number } {
  return {
    job,
    first: trace.findIndex((entry) => entry.job === job),
    last: trace.findLastIndex((entry) => entry.job === job),
  }
}

const fails = (how: Manner): boolean => how === 'throws' || how === 'rejects'

function expected(played: Played, { admit, dispatch, conclude }: Spec, job: number): string {
  if (!beginnings(played, 'admit').includes(job)) return 'abandoned over'
  if (fails(admit)) return 'failed admit admit'
  if (fails(dispatch)) return 'failed dispatch dispatch'
  return fails(conclude) ? 'failed conclude conclude' : 'conclude'
}

/** How a job came to its answer. */
function answered({ trace }: Played, job: number): Entry['what'][] {
  const own = trace.filter((entry) => entry.job === job)
  const failed = own.filter(({ what }) => what === 'fail' || what === 'abandon')
  return (
    failed.length > 0 ? failed : own.filter(({ what, edge }) => what === 'conclude' && edge === 'end')
  ).map(({ what }) => what)
}

function isEnding({ specs }: Played, what: Entry['what'], job: number): boolean {
  return what === 'dispatch' || (what === 'admit' && fails(specs[job]!.admit))
}

/** Each number at its first place: a conclusion that throws is followed by its own failure. */
function firsts(numbers: readonly number[]): number[] {
  return [...new Set(numbers)]
}
