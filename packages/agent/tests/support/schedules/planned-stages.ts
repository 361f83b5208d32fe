import type { ToolRunContext } from '@millrace/tools'
import type fc from 'fast-check'
import type { Moment } from './moments.ts'
import type { Plan, PlannedCall } from './plan.ts'

/** A batch that is being played. */
export interface Play {
  readonly plan: Plan
  readonly events: fc.Scheduler
  readonly moments: Moment[]
}

const placeOf = (args: unknown): number => (args as { at: number }).at

/** Notes that something happened. */
export function note({ moments }: Play, what: Moment['what'], at: number): void {
  moments.push({ what, at })
}

/** What the plan says of a call, and a wait until it is the turn of one of its stages. */
export function cueOf(
  { plan, events }: Play,
  args: unknown,
): { call: PlannedCall; later: (stage: string) => Promise<void> } {
  const at = placeOf(args)
  const call = plan.calls[at]
  if (call === undefined) throw new Error(`the plan has no call ${at}`)
  return { call, later: (stage) => events.schedule(Promise.resolve(), `${stage} ${at}`) }
}

/** The body of a call. */
export function body(play: Play, args: unknown, { signal }: ToolRunContext): string | Promise<string> {
  const at = placeOf(args)
  const { call, later } = cueOf(play, args)
  note(play, 'begin', at)
  const ends = (): void => note(play, 'end', at)
  if (call.body === 'at once' || call.body === 'throws') {
    ends()
    if (call.body === 'throws') throw new Error('a broken body')
    return 'at once'
  }
  return call.body === 'obeys' ? obeying(later('body'), signal, ends) : deaf(call, later('body'), ends)
}

async function deaf({ body: how }: PlannedCall, over: Promise<void>, ends: () => void): Promise<string> {
  await over
  ends()
  if (how === 'rejects') throw new Error('a broken body')
  return 'in its own time'
}

async function obeying(over: Promise<void>, signal: AbortSignal, ends: () => void): Promise<string> {
  try {
    await new Promise<void>((resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error)
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      void over.then(resolve)
    })
    return 'in time'
  } finally {
    ends()
  }
}

/** What stands around the body of a call. */
export async function wrap<R>(play: Play, args: unknown, next: () => Promise<R>): Promise<R> {
  const { call, later } = cueOf(play, args)
  const own = { isError: false, value: 'its own', content: [] } as R
  if (call.wrapper === 'instead') return own
  if (call.wrapper === 'throw') throw new Error('a broken wrapper')
  if (call.wrapper === 'early') {
    void next()
    return own
  }
  if (call.wrapper === 'late') {
    void later('late').then(() => next())
    return own
  }
  if (call.wrapper === 'later') await later('wrapper')
  if (call.wrapper === 'twice') await next()
  return next()
}
