import type { NewSession, SessionLog, SessionStore } from '@millrace/agent/session'
import type { SessionEvent, SessionHeader } from '@millrace/protocol'

/** A store that keeps nothing of what is logged, so that what grows is not the log. */
export function forgetfulStore(): SessionStore {
  const nothing = (): Promise<never> => Promise.reject(new Error('nothing is kept here'))
  return {
    create: (session) => Promise.resolve(forgetfulLog(session)),
    open: nothing,
    read: nothing,
    async *pages() {},
    tail: nothing,
    remove: nothing,
    async *list() {},
    async *search() {},
  }
}

function forgetfulLog(session: NewSession): SessionLog {
  const header: SessionHeader = { format: 'millrace-session', version: 1, ...session, time: Date.now() }
  const watchers = new Set<(event: SessionEvent) => void>()
  let next = 0
  return {
    header,
    failure: undefined,
    get next() {
      return next
    },
    append(type, data, { agent } = {}) {
      const envelope = agent !== undefined && { agent }
      const event = Object.freeze({ seq: next++, time: Date.now(), type, ...envelope, data })
      for (const watcher of watchers) watcher(event as SessionEvent)
      return event
    },
    watch(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}
