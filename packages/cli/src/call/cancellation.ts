/** A signal that follows another one and can be aborted by itself, too. */
export interface Cancellation {
  readonly signal: AbortSignal
  readonly cancel: () => void
  /** Follows no longer. */
  readonly release: () => void
}

/** A cancellation that follows a signal, with its reason. */
export function cancellation(followed: AbortSignal): Cancellation {
  const controller = new AbortController()
  const follow = (): void => controller.abort(followed.reason)
  if (followed.aborted) follow()
  else followed.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    cancel: () => controller.abort(),
    release: () => followed.removeEventListener('abort', follow),
  }
}
