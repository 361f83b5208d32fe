import type { Events, Hook } from '@deepseek-ai/cordis'
import { scopeTarget } from '@millrace/scope'
import type { Call } from './call.ts'

/** Who hears an event of this call; `internal/dispatch` observers are told, whether anybody does or not. */
export function hearing(
  call: Call,
  mode: 'waterfall' | 'emit',
  name: keyof Events,
  subject?: unknown,
): readonly Hook[] {
  const { events } = call.runtime
  if (events.observed) events.dispatching(mode, name, carrierOf(call), argumentsOf(call, subject))
  return events.hearing(name, call.scope)
}

/** What listeners are called with: the execution, and what the event is about where it is about something. */
export function argumentsOf(call: Call, subject?: unknown): unknown[] {
  return subject === undefined ? [call.exec] : [call.exec, subject]
}

/** What the listeners of this call are called on; made when the first is heard. */
export function carrierOf(call: Call): object {
  return (call.carrier ??= scopeTarget(call.runtime.registry, call.scope))
}
