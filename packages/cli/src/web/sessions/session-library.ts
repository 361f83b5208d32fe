import type { SessionHit, SessionStore } from '@millrace/agent/session'
import { SessionError } from '@millrace/agent/session'
import type { Disk } from '@millrace/host'
import { isHarnessError } from '@millrace/protocol'
import type { Io } from '../../io.ts'
import { logFile, openSessions, sessionFolders, type SessionFolder } from '../../sessions/session-folders.ts'

/** Where one session lies. */
export interface SessionPlace {
  readonly store: SessionStore
  readonly disk: Disk
  /** Whether it is among the sessions of the folder of this server. */
  readonly isOwn: boolean
}

/** The sessions of one folder. */
export type OpenFolder = Pick<SessionFolder, 'path' | 'store' | 'disk'>

/** What finds the sessions of a machine. */
export interface SessionLibraryOptions {
  readonly env: Io['env']
  /** The sessions of the folder of this server. */
  readonly own: OpenFolder
  readonly warn: (message: string) => void
}

/** The sessions of all folders, as they lie on the disk. Those of the server's own folder come first. */
export class SessionLibrary {
  readonly #options: SessionLibraryOptions
  readonly #folders = new Map<string, Promise<SessionFolder | undefined>>()

  constructor(options: SessionLibraryOptions) {
    this.#options = options
  }

  /** All folders that hold sessions; one that cannot be used is warned about and left out. */
  async *folders(): AsyncGenerator<OpenFolder & { readonly isOwn: boolean }> {
    const { own, env, warn } = this.#options
    yield { ...own, isOwn: true }
    for (const path of await sessionFolders(env)) {
      if (path === own.path) continue
      try {
        const folder = await this.#opened(path)
        if (folder !== undefined) yield { ...folder, isOwn: false }
      } catch (error) {
        if (!isHarnessError(error)) throw error
        warn(error.message)
      }
    }
  }

  /** @throws SessionError `SESSION_NOT_FOUND` where no folder has it. */
  async find(id: string): Promise<SessionPlace> {
    if (/^[\w-]{1,120}$/.test(id))
      for await (const { store, disk, isOwn } of this.folders())
        if ((await disk.facts(logFile(id))) !== undefined) return { store, disk, isOwn }
    const name = id.slice(0, 40)
    throw new SessionError('SESSION_NOT_FOUND', `there is no session ${JSON.stringify(name)} of this machine`)
  }

  /** Where words occur, folder by folder. */
  async *search(words: string, signal: AbortSignal): AsyncGenerator<SessionHit> {
    for await (const { store } of this.folders()) yield* store.search(words, { signal })
  }

  /** A folder is opened once; one that cannot be opened is tried again the next time. */
  #opened(path: string): Promise<SessionFolder | undefined> {
    const known = this.#folders.get(path)
    if (known !== undefined) return known
    const opening = openSessions(path, this.#options.warn)
    this.#folders.set(path, opening)
    opening.then(
      (found) => found === undefined && this.#folders.delete(path),
      () => this.#folders.delete(path),
    )
    return opening
  }
}
