import { manualClock, type ManualClock, type Timers } from '@millrace/host'

/** Time that passes only when it is told to. */
export interface ManualTime {
  readonly clock: ManualClock
  readonly timers: Timers
  /** Milliseconds until the next ones wake, soonest first. */
  readonly waiting: readonly number[]
  /** Lets time pass, wakes who is due, and lets them act. */
  readonly pass: (milliseconds: number) => Promise<void>
}

/** Time at a standstill. */
export function manualTime(): ManualTime {
  const clock = manualClock(1_000_000)
  const sleepers = new Set<{ readonly due: number; readonly wake: () => void }>()
  return {
    clock,
    timers: {
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason)
          const sleeper = {
            due: clock.monotonic() + milliseconds,
            wake: () => {
              sleepers.delete(sleeper)
              signal?.removeEventListener('abort', stop)
              resolve()
            },
          }
          const stop = (): void => {
            sleepers.delete(sleeper)
            reject(signal?.reason)
          }
          signal?.addEventListener('abort', stop, { once: true })
          sleepers.add(sleeper)
        }),
    },
    get waiting() {
      return [...sleepers].map(({ due }) => due - clock.monotonic()).toSorted((one, other) => one - other)
    },
    pass: async (milliseconds) => {
      clock.advance(milliseconds)
      for (const sleeper of sleepers) if (sleeper.due <= clock.monotonic()) sleeper.wake()
      await settled()
    },
  }
}

/** Resolves when all that was under way without waiting for time has been done. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
