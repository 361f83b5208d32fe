import type { Timers } from '@millrace/host'

const quietMs = 100

/** Tells listeners of a change: once for all that came within a tenth of a second. */
export class ChangeNews {
  private readonly timers: Timers
  private readonly ended: AbortSignal
  private readonly listeners = new Set<() => void>()
  private isComing = false

  constructor(timers: Timers, ended: AbortSignal) {
    this.timers = timers
    this.ended = ended
  }

  add(listener: () => void): () => void {
    // Each registration is one of its own.
    const own = () => listener()
    this.listeners.add(own)
    return () => void this.listeners.delete(own)
  }

  changed(): void {
    if (this.isComing) return
    this.isComing = true
    const tell = () => {
      this.isComing = false
      for (const listener of this.listeners) listener()
    }
    // After the end nobody is told.
    this.timers.sleep(quietMs, this.ended).then(tell, () => {})
  }
}
