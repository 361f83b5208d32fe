import type { SessionEvent } from '@millrace/protocol'
import type { Flushing, SessionLog } from '@millrace/agent/session'
import { noteOf, crashSession } from './notes.ts'
import type { Known, StoreOf } from './verdict.ts'
import type { Disk } from '@millrace/host'

/** Writes a session and always knows what was confirmed. */
export interface WatchedWriter {
  known(): Known
  /** Creates the session, or opens it again. */
  begin(disk: Disk, how: 'create' | 'open'): Promise<SessionLog>
  /** Appends so many events, as long as at most this, and flushes them. */
  write(count: number, longest?: number): Promise<void>
  /** Appends without a flush, and waits until the disk has had the time to take it. */
  leave(count: number): Promise<void>
  end(): Promise<void>
}

/**
 * A writer that uses a store as the loop does.
 *
 * @param before - what is known of an earlier writer.
 */
export function watchedWriter(
  storeOf: StoreOf,
  flushing: Flushing = 'step',
  before: Known = { isCreated: false, acked: 0, appended: [] },
): WatchedWriter {
  const appended: SessionEvent[] = before.appended.slice()
  let { isCreated, acked } = before
  let log: SessionLog | undefined

  const open = (): SessionLog => {
    if (log === undefined) throw new Error('the writer has not begun')
    return log
  }

  const append = (count: number, longest?: number): void => {
    const current = open()
    for (let index = 0; index < count; index++) {
      appended.push(current.append('model/notice', noteOf(current.next, longest)))
    }
  }

  return {
    known: () => ({ isCreated, acked, appended: appended.slice() }),
    async begin(disk, how) {
      const store = storeOf(disk)
      if (how === 'create') log = await store.create(crashSession, { flushing })
      else {
        const opened = await store.open(crashSession.id, { flushing })
        log = opened.log
        // Whoever opens a session acts on what it finds, so that counts as confirmed; what is not found is gone.
        acked = opened.events.length
        appended.splice(acked)
      }
      isCreated = true
      return log
    },
    async write(count, longest) {
      const current = open()
      append(count, longest)
      await current.flush()
      acked = current.next
    },
    async leave(count) {
      append(count)
      await new Promise((resolve) => setImmediate(resolve))
    },
    async end() {
      const current = open()
      await current.close()
      acked = current.next
    },
  }
}
