import type { SessionSummary } from '@millrace/agent/session'
import type { DamagedSession, FoundInSessions, SessionEntry, SessionList } from '@millrace/web/wire'
import { shortened } from '../../config/settings-places.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { SessionLibrary } from './session-library.ts'

/** More sessions than these nobody looks through in a page; the command lists all of them. */
const mostSessions = 1_000
const mostHits = 200

/** What is known of sessions beside their logs. */
export interface ListedSessionsOptions {
  readonly library: SessionLibrary
  readonly live: LiveSessions
  /** The folder of the server, absolute and without links. */
  readonly root: string
  readonly home: string
  /** How many questions of a session wait for an answer. */
  readonly waiting: (session: string) => number
}

/** The sessions of all folders, for the list of a page, and what is found in them. */
export class ListedSessions {
  readonly #options: ListedSessionsOptions
  /** Settles when the reading that is under way has ended, whatever came of it. */
  #running: Promise<void> = Promise.resolve()
  /** The reading after that one, shared by all who ask before it begins. */
  #next: Promise<SessionList> | undefined

  constructor(options: ListedSessionsOptions) {
    this.#options = options
  }

  /** What there is now or later: whoever asks was told of a change, and a reading that has begun may have missed it. */
  list(): Promise<SessionList> {
    return (this.#next ??= this.#running.then(() => {
      this.#next = undefined
      const reading = this.#read()
      this.#running = settled(reading)
      return reading
    }))
  }

  async find(words: string, signal: AbortSignal): Promise<FoundInSessions> {
    if (words.trim() === '') return { hits: [], more: false }
    const { sessions } = await this.list()
    const titles = new Map(sessions.map(({ id, title }) => [id, title]))
    const hits: FoundInSessions['hits'][number][] = []
    for await (const { id, seq, excerpt } of this.#options.library.search(words, signal)) {
      if (hits.length === mostHits) return { hits, more: true }
      hits.push({ id, seq, title: titles.get(id) ?? '', excerpt })
    }
    return { hits, more: false }
  }

  async #read(): Promise<SessionList> {
    const sessions: SessionEntry[] = []
    const damaged: DamagedSession[] = []
    for await (const { store, path } of this.#options.library.folders()) {
      let count = 0
      for await (const found of store.list()) {
        if (++count > mostSessions) break
        if ('problem' in found) damaged.push({ id: found.id, folder: path, problem: found.problem })
        else sessions.push(this.#entry(found))
      }
    }
    const latest = sessions.toSorted((a, b) => b.lastAt - a.lastAt || (a.id < b.id ? -1 : 1))
    return { sessions: latest.slice(0, mostSessions), damaged: damaged.slice(0, mostSessions) }
  }

  #entry({ id, header, title, lastAt, ended, totals, live: isWritten }: SessionSummary): SessionEntry {
    const { live, root, home, waiting } = this.#options
    const here = live.activity(id)
    return {
      id,
      title,
      cwd: header.cwd,
      folder: shortened(header.cwd, home),
      isOwn: header.cwd === root,
      startedAt: header.time,
      lastAt,
      isLive: here === undefined ? isWritten : here.status === 'running',
      waiting: waiting(id),
      ...(ended !== undefined && { ended }),
      ...(totals !== undefined && { totals }),
    }
  }
}

async function settled(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work])
}
