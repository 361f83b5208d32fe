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
  const follow = (): void => controller.abort(outer.reason)
  if (outer.aborted) follow()
  else outer.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => outer.removeEventListener('abort', follow),
  }
}
