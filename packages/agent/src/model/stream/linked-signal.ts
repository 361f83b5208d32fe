import { follow } from '../../loop/follow.ts'

/** A signal of our own that follows another one for as long as it is linked. */
export interface LinkedSignal {
  readonly signal: AbortSignal
  readonly abort: (reason: unknown) => void
  /** Lets go of the other signal. */
  readonly unlink: () => void
}

/** Links by hand: what follows a signal must not stay with it for the life of a session. */
export function linkedSignal(outer: AbortSignal): LinkedSignal {
  const controller = new AbortController()
  const abort = (reason: unknown): void => controller.abort(reason)
  return { signal: controller.signal, abort, unlink: follow(outer, abort) }
}
