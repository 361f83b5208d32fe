import type { SessionEvent, SessionEventType } from '@millrace/protocol'

/** What each type of event does to something; types that are not named do nothing. */
export type Steps<T, Rest extends readonly unknown[] = []> = {
  readonly [K in SessionEventType]?: (before: T, event: SessionEvent<K>, ...rest: Rest) => T
}

/** What comes of `before` by an event. */
export function stepped<T, Rest extends readonly unknown[]>(
  steps: Steps<T, Rest>,
  before: T,
  event: SessionEvent,
  ...rest: Rest
): T {
  if (!Object.hasOwn(steps, event.type)) return before
  // That a step takes the events of the type under which it stands, the table has checked.
  const step = steps[event.type] as ((before: T, event: SessionEvent, ...rest: Rest) => T) | undefined
  return step === undefined ? before : step(before, event, ...rest)
}
