import type { Context } from '@deepseek-ai/cordis'
import type { SessionEventMap } from '@millrace/protocol'
import { notify, ScopedEvents, type ScopeKey } from '@millrace/scope'

type Told = 'approval/asked' | 'approval/decided' | 'spill/kept'

/** Reports what went wrong. Never throws. */
export type Warn = (message: string, error?: unknown) => void

/** Tells all listeners of an event; what goes wrong in one concerns nobody else. */
export type Tell = <T extends Told>(name: T, data: SessionEventMap[T], scope: ScopeKey | undefined) => void

/** How listeners on a context are told. */
export function tellers(ctx: Context, warn: Warn): Tell {
  const events = new ScopedEvents(ctx, (error) => warn('an observer rejected', error))
  const carrier = Object.freeze({})
  return (name, data, scope) => {
    const args = [Object.freeze(data)]
    if (events.observed) events.dispatching('emit', name, carrier, args)
    notify(events.hearing(name, scope), carrier, args, (error, source) =>
      warn(`a listener of ${name} by "${source}" failed`, error),
    )
  }
}
