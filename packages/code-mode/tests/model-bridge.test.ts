import fc from 'fast-check'
import { expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  bridgeModel,
  plannedRun,
  type Moment,
  type PlannedCall,
  type PlayedRun,
} from './support/bridge-model.ts'
import { isLong } from '../../../tests/support/effort.ts'

const runs = isLong ? 5_000 : 80

const idsOf = ({ moments }: PlayedRun, what: Moment['what']): number[] =>
  moments.filter((moment) => moment.what === what).map(({ id }) => id)

const at = ({ moments }: PlayedRun, what: Moment['what'], id: number): number =>
  moments.findIndex((moment) => moment.what === what && moment.id === id)

const codeOf = ({ replies }: PlayedRun, id: number): string | undefined => {
  const reply = replies.get(id)
  return reply?.ok === false ? reply.code : undefined
}

/** When the run was over for its calls: by an abort, or by its own end. */
const overAt = (played: PlayedRun): number => {
  const aborted = at(played, 'abort', 0)
  return aborted < 0 ? Number.POSITIVE_INFINITY : aborted
}

/** What a call comes to that is left to itself. */
function expectedReply(
  id: number,
  { admission, body, review, log }: PlannedCall,
  isLogShaped: boolean,
): object {
  if (log === 'start fails') return { ok: false, code: 'CODE_NOT_LOGGED' }
  // A value that is given before the log is written cannot be taken back.
  if (log === 'end fails' && !isLogShaped) return { ok: false, code: 'CODE_NOT_LOGGED' }
  if (review === 'block') return { ok: false, message: 'blocked' }
  if (admission === 'deny') return { ok: false, message: 'no' }
  if (admission === 'ask, no') return { ok: false, message: expect.stringContaining('rejected') }
  return body === 'throws' ? { ok: false, message: `${id} is broken` } : { ok: true, value: `{"id":${id}}` }
}

type Claim = (played: PlayedRun, limit: number) => void

const eachStartHasOneEnd: Claim = (played) => {
  const starts = idsOf(played, 'start')
  expect(new Set(starts).size).toBe(starts.length)
  expect(idsOf(played, 'end').toSorted((a, b) => a - b)).toEqual(starts)
  for (const id of starts) expect(at(played, 'end', id)).toBeGreaterThan(at(played, 'start', id))
  expect(played.moments.findLastIndex(({ what }) => what === 'end')).toBeLessThan(at(played, 'over', 0))
}

const startsInOrderWithinTheLimit: Claim = (played, limit) => {
  const starts = idsOf(played, 'start')
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  let running = 0
  for (const { what } of played.moments) {
    if (what === 'body') running += 1
    if (what === 'bodied') running -= 1
    expect(running).toBeLessThanOrEqual(limit)
  }
}

const exclusiveOnesRunAlone: Claim = (played) => {
  const spans = idsOf(played, 'start').map((id) => ({
    id,
    first: at(played, 'start', id),
    last: at(played, 'reviewed', id),
  }))
  for (const own of spans.filter(({ id }) => played.calls[id - 1]?.lane === 'exclusive')) {
    for (const other of spans) {
      expect(other === own || other.last < own.first || other.first > own.last).toBe(true)
    }
  }
}

const repliesAreRightAndInOrder: Claim = (played) => {
  const over = overAt(played)
  const counts = (id: number): boolean => {
    const replied = at(played, 'reply', id)
    if (replied < 0 || replied > over) return false
    return !played.leavesCalls || codeOf(played, id) !== 'CODE_RUN_OVER'
  }
  const replied = idsOf(played, 'reply').filter(counts)
  for (const id of replied) {
    const call = played.calls[id - 1] as PlannedCall
    expect(played.replies.get(id)).toMatchObject(expectedReply(id, call, played.shapesLog))
  }
  const bodied = idsOf(played, 'bodied').filter(counts)
  expect(replied.filter((id) => bodied.includes(id))).toEqual(bodied)
}

const nothingComesAfterAnAbort: Claim = (played) => {
  const over = overAt(played)
  // One that came when nothing was left to do may have come too late.
  if (!played.moments.slice(over + 1).some(({ what }) => what !== 'over')) return
  expect(played.moments.slice(over).some(({ what }) => what === 'start' || what === 'body')).toBe(false)
  expect(played.result).toMatchObject({ isError: true })
  for (const [id, reply] of played.replies) {
    if (at(played, 'reply', id) > over) expect(reply.ok).toBe(false)
  }
  for (const event of played.events) {
    if (event.type !== 'tool/code-dispatch' || event.data.isError) continue
    // It ended before.
    expect(at(played, 'reviewed', Number(event.data.subCallId.split(':').at(-1)))).toBeLessThan(over)
  }
}

const theAccountIsRight: Claim = (played) => {
  const message = played.result.error?.message
  // An abort while it was drained took the place of what it came to.
  if (message?.startsWith('code run failed') !== true) return
  const [, line = ''] = /^Calls: (.*)$/m.exec(message) ?? []
  const told = line.matchAll(/#(\d+) \w+ (ok|failed|denied|cancelled|started|waiting)/g)
  const states = new Map([...told].map(([, id, state]) => [Number(id), state]))
  const started = new Set(idsOf(played, 'start'))
  for (const id of started) expect(states.has(id)).toBe(true)
  for (const [id, state] of states) {
    const { log } = played.calls[id - 1] as PlannedCall
    if (state === 'ok') expect(played.replies.get(id)?.ok ?? true).toBe(true)
    if (!started.has(id) && log !== 'start fails') expect(state).toBe('cancelled')
    expect(['started', 'waiting']).not.toContain(state)
  }
}

const claims: readonly Claim[] = [
  eachStartHasOneEnd,
  startsInOrderWithinTheLimit,
  exclusiveOnesRunAlone,
  repliesAreRightAndInOrder,
  nothingComesAfterAnAbort,
  theAccountIsRight,
]

for (const limit of [1, 2, 4]) {
  verifies(
    ['contract:B5', 'contract:B6', 'contract:B7', 'contract:B8', 'contract:B10'],
    `whatever programs do, in whatever order things end, the bridge keeps its rules (limit ${limit})`,
    async () => {
      const { play, logs } = await bridgeModel(limit)
      await fc.assert(
        fc.asyncProperty(plannedRun, fc.scheduler(), async (planned, scheduler) => {
          const played = await play(planned, scheduler)
          for (const claim of claims) claim(played, limit)
        }),
        { numRuns: runs },
      )
      expect(logs).toEqual([])
    },
    runs * 1_000,
  )
}
