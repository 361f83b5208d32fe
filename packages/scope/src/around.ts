import type { Hook } from '@deepseek-ai/cordis'

/** Told how each listener ended, innermost first. */
export interface AroundObserver {
  returned(hook: Hook, answer: unknown): void
  threw(hook: Hook, error: unknown): void
}

/**
 * Wraps listeners around `inner`, outermost first. Each gets the arguments and a `next`, which may be called
 * any number of times: every call goes through all the inner listeners again. `next` never throws; it rejects.
 */
export function around<R>(
  hooks: readonly Hook[],
  carrier: object,
  args: readonly unknown[],
  inner: () => Promise<R>,
  observer?: AroundObserver,
): Promise<R> {
  const enter = (at: number): Promise<R> => {
    const hook = hooks[at]
    if (hook === undefined) return inner()
    const next = (): Promise<R> => {
      const settling = enter(at + 1)
      // A listener that drops this promise must not bring the process down when it rejects.
      settling.then(undefined, ignored)
      return settling
    }
    return observer === undefined ? call(hook, next) : watched(hook, next, observer)
  }
  const call = (hook: Hook, next: () => Promise<R>): Promise<R> => {
    try {
      return Promise.resolve<R>(hook.callback.call(carrier, ...args, next))
    } catch (error) {
      return Promise.reject(error)
    }
  }
  const watched = async (hook: Hook, next: () => Promise<R>, told: AroundObserver): Promise<R> => {
    try {
      const answer = await call(hook, next)
      told.returned(hook, answer)
      return answer
    } catch (error) {
      told.threw(hook, error)
      throw error
    }
  }
  return enter(0)
}

function ignored(): void {}
