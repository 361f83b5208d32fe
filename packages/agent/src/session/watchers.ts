import { messageOf } from '@millrace/protocol'

/** Listeners that all hear the same things in the same order, also where one of them causes the next. */
export class Watchers<T> {
  private readonly onFailure: (message: string) => void
  private readonly listeners = new Set<{ readonly hear: (news: T) => void }>()
  private readonly untold: T[] = []
  private isTelling = false

  /** @param onFailure - hears the message of what a listener throws. */
  constructor(onFailure: (message: string) => void) {
    this.onFailure = onFailure
  }

  /** Adds a listener, which hears what comes after. @returns what removes it. */
  add(hear: (news: T) => void): () => void {
    const entry = { hear }
    this.listeners.add(entry)
    return () => void this.listeners.delete(entry)
  }

  /** Tells all listeners; from within one of them, as soon as all have heard what came before. */
  tell(news: T): void {
    if (this.listeners.size === 0) return
    this.untold.push(news)
    if (this.isTelling) return
    this.isTelling = true
    try {
      for (let next = this.untold.shift(); next !== undefined; next = this.untold.shift()) this.tellOne(next)
    } finally {
      this.isTelling = false
    }
  }

  private tellOne(news: T): void {
    for (const { hear } of Array.from(this.listeners)) {
      try {
        hear(news)
      } catch (error) {
        this.onFailure(messageOf(error))
      }
    }
  }
}
