import { systemClock, type Clock } from '@millrace/host'
import { fetchLimits } from './limits.ts'

/** Something that was fetched, and how many UTF-16 units of memory it takes. */
export interface Kept<T> {
  readonly value: T
  readonly units: number
}

/** Keeps the last pages for a while, so that their next windows come from the same text, without a request. */
export class PageShelf<T> {
  private readonly clock: Pick<Clock, 'monotonic'>
  private readonly pages = new Map<string, Kept<T> & { readonly until: number }>()

  /** @param clock - tells when a page has been kept for long enough. */
  constructor(clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.clock = clock
  }

  /** What was put under a key, if it is still there. */
  take(key: string): T | undefined {
    this.dropExpired()
    return this.pages.get(key)?.value
  }

  /** Puts a page in front, and lets others go where there are too many or they are too long. */
  put(key: string, { value, units }: Kept<T>): void {
    this.dropExpired()
    this.pages.delete(key)
    this.pages.set(key, { value, units, until: this.clock.monotonic() + fetchLimits.keptMs })
    let total = 0
    for (const page of this.pages.values()) total += page.units
    for (const [oldest, page] of this.pages) {
      if (this.pages.size <= fetchLimits.keptPages && total <= fetchLimits.keptUnits) return
      this.pages.delete(oldest)
      total -= page.units
    }
  }

  private dropExpired(): void {
    const now = this.clock.monotonic()
    for (const [key, { until }] of this.pages) if (until <= now) this.pages.delete(key)
  }
}
