import { isAborted } from './aborted.ts'

/**
 * A signal that follows two others. Fused by hand, as `AbortSignal.any` leaves a listener behind on long-lived signals
 * (Node 20); and only once somebody asks for the signal itself, which most bodies never do. From then on it passes on
 * the reason of whichever aborts first. Before, nobody knows which that was: of two that have aborted the first source
 * gives the reason.
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

  /** Throws what a foreign source throws that cannot be followed; nothing is followed then. */
  get signal(): AbortSignal {
    this.#made ??= this.#make()
    return this.#made.signal
  }

  #make(): AbortController {
    const controller = new AbortController()
    try {
      for (const source of [this.#first, this.#second]) this.#leave.push(follow(source, controller))
    } catch (error) {
      this.release()
      throw error
    }
    return controller
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
