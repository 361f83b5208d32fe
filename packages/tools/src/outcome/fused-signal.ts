/** A signal that follows two others, and the way to stop following. */
export interface FusedSignal {
  readonly signal: AbortSignal
  /** Removes the listeners from both sources. */
  readonly release: () => void
}

/**
 * Fuses two signals by hand: `AbortSignal.any` leaves a listener behind on long-lived signals (Node 20).
 * The reason of whichever aborts first is passed on.
 */
export function fuseSignals(first: AbortSignal, second: AbortSignal): FusedSignal {
  const controller = new AbortController()
  const follow = (source: AbortSignal): (() => void) => {
    const abort = (): void => controller.abort(source.reason)
    if (source.aborted) abort()
    source.addEventListener('abort', abort, { once: true })
    return () => source.removeEventListener('abort', abort)
  }
  const releases = [follow(first), follow(second)]
  return {
    signal: controller.signal,
    release: () => {
      for (const release of releases) release()
    },
  }
}
