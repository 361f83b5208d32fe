import { isAborted } from './aborted.ts'

/** A signal that follows two others, and the way to stop following. */
export interface FusedSignal {
  readonly signal: AbortSignal
  /** Stops following both. */
  readonly release: () => void
}

/**
 * Fuses two signals by hand: `AbortSignal.any` leaves a listener behind on long-lived signals (Node 20).
 * The reason of whichever aborts first is passed on.
 */
export function fuseSignals(first: AbortSignal, second: AbortSignal): FusedSignal {
  const controller = new AbortController()
  const leave = follow(first, controller)
  try {
    const leaveSecond = follow(second, controller)
    return {
      signal: controller.signal,
      release: () => {
        leave()
        leaveSecond()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** Those who follow a signal. However many they are, the signal itself has one listener. */
interface Following {
  readonly controllers: Set<AbortController>
  readonly stop: () => void
}

const following = new WeakMap<AbortSignal, Following>()

function follow(source: AbortSignal, controller: AbortController): () => void {
  if (isAborted(source)) {
    controller.abort(reasonOf(source))
    return () => undefined
  }
  const { controllers, stop } = following.get(source) ?? begin(source)
  controllers.add(controller)
  return () => {
    controllers.delete(controller)
    if (controllers.size === 0) stop()
  }
}

function begin(source: AbortSignal): Following {
  const controllers = new Set<AbortController>()
  const abort = (): void => {
    const reason = reasonOf(source)
    for (const controller of controllers) controller.abort(reason)
  }
  const stop = (): void => {
    following.delete(source)
    source.removeEventListener('abort', abort)
  }
  const begun = { controllers, stop }
  source.addEventListener('abort', abort, { once: true })
  following.set(source, begun)
  return begun
}

/** Why a signal aborted. Never throws. */
export function reasonOf(source: AbortSignal): unknown {
  try {
    return source.reason
  } catch {
    return undefined
  }
}
