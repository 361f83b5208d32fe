import fc from 'fast-check'
import type { GuestReply } from '@millrace/code-mode'
import type { ToolApprovalAnswer, ToolExecutionResult } from '@millrace/tools'
import { scriptedRuntime, type ScriptedGuest } from './scripted-runtime.ts'
import { codeBench, tool, type Logged } from './setup.ts'

/** One call of a random program. */
export interface PlannedCall {
  readonly lane: 'parallel' | 'exclusive'
  readonly admission: 'allow' | 'deny' | 'ask, yes' | 'ask, no'
  readonly body: 'value' | 'throws'
  readonly review: 'none' | 'slow' | 'block'
  readonly log: 'works' | 'start fails' | 'end fails'
}

/** A random program: groups of calls that are made at once, one group after the other. */
export interface PlannedRun {
  readonly groups: readonly (readonly PlannedCall[])[]
  /** Listeners of the logged copy take their time. */
  readonly shapesLog: boolean
  readonly abort: boolean
  readonly end: 'return' | 'throw' | 'leave calls behind'
}

const usually = <T>(often: T, ...seldom: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(often) }, ...seldom.map((each) => fc.constant(each)))

const plannedCall: fc.Arbitrary<PlannedCall> = fc.record({
  lane: usually<PlannedCall['lane']>('parallel', 'exclusive'),
  admission: usually<PlannedCall['admission']>('allow', 'deny', 'ask, yes', 'ask, no'),
  body: usually<PlannedCall['body']>('value', 'throws'),
  review: usually<PlannedCall['review']>('none', 'slow', 'block'),
  log: usually<PlannedCall['log']>('works', 'start fails', 'end fails'),
})

export const plannedRun: fc.Arbitrary<PlannedRun> = fc.record({
  groups: fc.array(fc.array(plannedCall, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  shapesLog: fc.boolean(),
  abort: fc.boolean(),
  end: usually<PlannedRun['end']>('return', 'throw', 'leave calls behind'),
})

/** Something that happened, in the order in which it did. */
export interface Moment {
  readonly what: 'start' | 'body' | 'bodied' | 'reviewed' | 'reply' | 'end' | 'abort' | 'over'
  readonly id: number
}

/** What came of a run. */
export interface PlayedRun {
  readonly calls: readonly PlannedCall[]
  readonly shapesLog: boolean
  /** It returned before its last calls had ended. */
  readonly leavesCalls: boolean
  readonly moments: readonly Moment[]
  readonly replies: ReadonlyMap<number, GuestReply>
  readonly events: readonly Logged[]
  readonly result: ToolExecutionResult
}

const mostCalls = 12
const nameOf = (id: number, lane: PlannedCall['lane']): string => `${lane === 'parallel' ? 'p' : 'x'}${id}`
const idOf = (subCallId: string): number => Number(subCallId.split(':').at(-1))

/** A deployment on which random programs are played, one after the other, in orders that fast-check chooses. */
export async function bridgeModel(limit: number) {
  let script: (guest: ScriptedGuest) => Promise<unknown> = async () => undefined
  let calls: readonly PlannedCall[] = []
  let order: fc.Scheduler
  let moments: Moment[] = []
  const note = (what: Moment['what'], id: number): void => void moments.push({ what, id })
  const bench = await codeBench({
    runtime: scriptedRuntime((guest) => script(guest)),
    maxParallelSubCalls: limit,
  })
  const planOf = (callId: string): PlannedCall => calls[idOf(callId) - 1] as PlannedCall
  const later = async <T>(value: T, label: string): Promise<T> =>
    order.schedule(Promise.resolve(value), label)

  const append = bench.events.append.bind(bench.events)
  Object.assign(bench.events, {
    append: (
      type: never,
      data: { readonly subCallId: string; readonly error?: { readonly code: string } },
    ) => {
      const isEnd = type === 'tool/code-dispatch'
      if (type === 'tool/code-dispatch-start' || isEnd) {
        const { log } = planOf(data.subCallId)
        if (!isEnd && log === 'start fails') throw new Error('refused')
        // What is put in its place is taken.
        if (isEnd && log === 'end fails' && data.error?.code !== 'CODE_NOT_LOGGED') throw new Error('refused')
        note(isEnd ? 'end' : 'start', idOf(data.subCallId))
      }
      append(type, data as never)
    },
  })
  for (const lane of ['parallel', 'exclusive'] as const) {
    for (let id = 1; id <= mostCalls; id++) {
      bench.tools.register(
        tool({
          name: nameOf(id, lane),
          isConcurrencySafe: () => lane === 'parallel',
          execute: async () => {
            note('body', id)
            await later(undefined, `body ${id}`)
            note('bodied', id)
            if (calls[id - 1]?.body === 'throws') throw new Error(`${id} is broken`)
            return { id }
          },
        }),
      )
    }
  }
  bench.ctx.on('tools/pre-execute', async (exec, next) => {
    if (exec.name === 'run_code') return next()
    const { admission } = planOf(exec.callId)
    if (admission === 'allow') return next()
    return admission === 'deny'
      ? later({ kind: 'deny', reason: 'no' }, `deny ${exec.callId}`)
      : { kind: 'ask' }
  })
  bench.ctx.provide('approval', {
    request: async ({ callId }: { callId: string }): Promise<ToolApprovalAnswer> =>
      later(planOf(callId).admission === 'ask, yes' ? 'allowed-once' : 'rejected', `answer ${callId}`),
  })
  bench.ctx.on('tools/post-execute', async (exec, _result, next) => {
    if (exec.name === 'run_code') return next()
    const { review } = planOf(exec.callId)
    if (review === 'slow') await later(undefined, `review ${exec.callId}`)
    note('reviewed', idOf(exec.callId))
    return review === 'block' ? { kind: 'block', feedback: [{ type: 'text', text: 'blocked' }] } : next()
  })

  const play = async (planned: PlannedRun, scheduler: fc.Scheduler): Promise<PlayedRun> => {
    calls = planned.groups.flat()
    order = scheduler
    moments = []
    const replies = new Map<number, GuestReply>()
    const from = bench.events.all.length
    script = async ({ reply }) => {
      let made = 0
      for (const [at, group] of planned.groups.entries()) {
        const replied = group.map(async ({ lane }) => {
          const id = (made += 1)
          replies.set(id, await reply(nameOf(id, lane)))
          note('reply', id)
        })
        const isLast = at === planned.groups.length - 1
        if (isLast && planned.end === 'leave calls behind') return 'left'
        await Promise.all(replied)
      }
      if (planned.end === 'throw') throw new Error('thrown by the program')
      return 'done'
    }
    const outer = new AbortController()
    if (planned.abort) {
      void scheduler.schedule(Promise.resolve(), 'abort').then(() => {
        note('abort', 0)
        outer.abort(new Error('enough'))
      })
    }
    const undo = planned.shapesLog
      ? bench.ctx.on('tools/code-dispatch-log', async (dispatch, next) => {
          await later(undefined, `log ${dispatch.subCallId}`)
          return next()
        })
      : () => undefined
    const running = bench.run('x', { signal: outer.signal }).then((ended) => {
      note('over', 0)
      return ended
    })
    const result = await scheduler.waitFor(running)
    undo()
    const played = {
      calls,
      shapesLog: planned.shapesLog,
      leavesCalls: planned.end === 'leave calls behind',
      moments: [...moments],
      replies: new Map(replies),
      events: bench.events.all.slice(from),
      result,
    }
    // What the scheduler still holds, such as an abort that came too late, must not reach into the next run.
    await scheduler.waitAll()
    return { ...played, moments: [...moments] }
  }
  return { play, logs: bench.logs }
}
