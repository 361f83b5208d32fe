import { onAbort } from '../signals/on-abort.ts'

/** Waits so many milliseconds, or until the signal aborts. Leaves neither a timer nor a listener behind. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      leave()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const leave = onAbort(signal, done)
  })
}
