/** Those who wait for one signal to abort. However many they are, the signal itself has one listener. */
interface Waiting {
  readonly callbacks: Set<() => void>
  readonly stop: () => void
}

const waiting = new WeakMap<AbortSignal, Waiting>()

/**
 * Calls back once when a signal aborts, and at once where it has. A session has one signal for many calls at once: with
 * a listener for each of them Node warns of a leak.
 * @returns ends that; the last one leaves no listener behind.
 */
export function onAbort(source: AbortSignal, callback: () => void): () => void {
  if (source.aborted) {
    callback()
    return () => undefined
  }
  const { callbacks, stop } = waiting.get(source) ?? begin(source)
  // Its own function, so that one callback may wait twice.
  const call = (): void => callback()
  callbacks.add(call)
  return () => {
    if (callbacks.delete(call) && callbacks.size === 0) stop()
  }
}

function begin(source: AbortSignal): Waiting {
  const callbacks = new Set<() => void>()
  const tell = (): void => {
    stop()
    const all = [...callbacks]
    callbacks.clear()
    for (const callback of all) callback()
  }
  const stop = (): void => {
    waiting.delete(source)
    source.removeEventListener('abort', tell)
  }
  const begun = { callbacks, stop }
  source.addEventListener('abort', tell)
  waiting.set(source, begun)
  return begun
}
