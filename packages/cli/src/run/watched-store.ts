import type { SessionLog, SessionStore } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'

/**
 * The same store, that tells of each log before anybody can write to it.
 * @param opened - given the log and what it already holds.
 */
export function watchedStore(
  store: SessionStore,
  opened: (log: SessionLog, past: readonly SessionEvent[]) => void,
): SessionStore {
  return {
    async create(session, options) {
      const log = await store.create(session, options)
      opened(log, [])
      return log
    },
    async open(id, options) {
      const found = await store.open(id, options)
      opened(found.log, found.events)
      return found
    },
    read: (id) => store.read(id),
    pages: (id, from) => store.pages(id, from),
    tail: (id, mostBytes) => store.tail(id, mostBytes),
    list: () => store.list(),
    search: (words, options) => store.search(words, options),
    remove: (id) => store.remove(id),
  }
}
