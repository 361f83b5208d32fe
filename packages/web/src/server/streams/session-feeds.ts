import type { SessionsHost } from '../host.ts'
import { SessionFeed } from './session-feed.ts'

interface Shared {
  readonly feed: Promise<SessionFeed>
  viewers: number
}

/** The feeds of the sessions that somebody looks at: one for each, however many look. */
export class SessionFeeds {
  readonly #sessions: SessionsHost
  readonly #warn: (message: string, error: unknown) => void
  readonly #feeds = new Map<string, Shared>()

  constructor(sessions: SessionsHost, warn: (message: string, error: unknown) => void) {
    this.#sessions = sessions
    this.#warn = warn
  }

  /** One viewer more. @returns the feed, and what says that the viewer left. @throws what the host throws. */
  async join(id: string): Promise<{ readonly feed: SessionFeed; readonly leave: () => void }> {
    const shared = this.#feeds.get(id) ?? { feed: this.#open(id), viewers: 0 }
    this.#feeds.set(id, shared)
    shared.viewers++
    try {
      const feed = await shared.feed
      return { feed, leave: () => this.#leave(id, shared, feed) }
    } catch (error) {
      if (this.#feeds.get(id) === shared) this.#feeds.delete(id)
      throw error
    }
  }

  async #open(id: string): Promise<SessionFeed> {
    return new SessionFeed(await this.#sessions.open(id), this.#warn)
  }

  #leave(id: string, shared: Shared, feed: SessionFeed): void {
    shared.viewers--
    if (shared.viewers > 0) return
    if (this.#feeds.get(id) === shared) this.#feeds.delete(id)
    feed.close()
  }
}
