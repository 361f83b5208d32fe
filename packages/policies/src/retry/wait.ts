import { alarm } from '../signals/alarm.ts'
import { onAbort } from '../signals/on-abort.ts'

/** Waits so many milliseconds, or until the signal aborts. Leaves neither a timer nor a listener behind. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      silence()
      leave()
      resolve()
    }
    const silence = alarm(ms, done)
    const leave = onAbort(signal, done)
  })
}
