import type { Timers } from '@millrace/host'

/** Waits for something, but not longer than so many milliseconds. */
export async function within(timers: Timers, awaited: Promise<unknown>, milliseconds: number): Promise<void> {
  const patience = new AbortController()
  const tooLong = timers.sleep(milliseconds, patience.signal).catch(() => {})
  await Promise.race([awaited, tooLong])
  patience.abort()
}
