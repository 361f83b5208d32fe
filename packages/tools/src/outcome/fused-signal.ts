import { isAborted } from './aborted.ts'

/**
 * A signal that follows two others, and passes on the reason of whichever aborts first. Fused by hand, as
 * `AbortSignal.any` leaves a listener behind on long-lived signals (Node 20); and only once somebody asks for the
 * signal itself, which most bodies never do.
 */
export class FusedSignal {
  readonly #first: AbortSignal
  readonly #second: AbortSignal
  #made: AbortController | undefined
  #leave: (() => void)[] = []

  constructor(first: AbortSignal, second: AbortSignal) {
    this.#first = first
    this.#second = second
  }

  get signal(): AbortSignal {
    if (this.#made === undefined) {
      const controller = new AbortController()
      this.#made = controller
      for (const source of [this.#first, this.#second]) this.#leave.push(follow(source, controller))
    }
    return this.#made.signal
  }

  get aborted(): boolean {
    return isAborted(this.#first) || isAborted(this.#second)
  }

  get reason(): unknown {
    if (this.#made !== undefined) return this.#made.signal.reason
    return reasonOf(isAborted(this.#first) ? this.#first : this.#second)
  }

  /** Stops following both. */
  release(): void {
    for (const leave of this.#leave) leave()
    this.#leave = []
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
export function reasonOf(source: Pick<AbortSignal, 'reason'>): unknown {
  try {
    return source.reason
  } catch {
    return undefined
  }
}
