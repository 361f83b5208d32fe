import { shown } from '@millrace/protocol'
import type { Clock } from '@millrace/host'
import { connectionLimits } from './limits.ts'

const mostLines = 100
const windowMs = 60_000

/** Writes lines about a server to its log, not more than a hundred in a minute, each bounded and escaped. */
export class Oddities {
  private readonly write: (line: string) => void
  private readonly clock: Clock
  private since: number
  private lines = 0

  constructor(write: (line: string) => void, clock: Clock) {
    this.write = write
    this.clock = clock
    this.since = clock.monotonic()
  }

  /** @param text - may come from the server. */
  note(text: string): void {
    const now = this.clock.monotonic()
    if (now - this.since >= windowMs) {
      this.since = now
      this.lines = 0
    }
    if (++this.lines > mostLines) return
    this.write(`${shown(text, { most: connectionLimits.lineLength })}\n`)
    if (this.lines === mostLines) this.write('further lines of this minute are left out\n')
  }
}
