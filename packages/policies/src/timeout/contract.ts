import type { Clock } from '@millrace/host'

/** How long calls may take. */
export interface TimeoutConfig {
  /** Milliseconds for tools that declare no `timeoutMs`; without it these have no limit. Positive and finite. */
  readonly defaultMs?: number
  /** By the names of tools, whatever they declare: milliseconds, or `none`. */
  readonly tools?: Readonly<Record<string, number | 'none'>>
  /** Milliseconds after which a body that was told to stop and goes on is reported. 2,000 unless given. */
  readonly graceMs?: number
  /** Measures how long such a body goes on. */
  readonly clock?: Clock
}
