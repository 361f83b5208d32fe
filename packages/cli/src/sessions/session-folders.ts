import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionStore } from '@millrace/agent/session'
import type { Disk } from '@millrace/host'
import type { Io } from '../io.ts'
import { stateFolder } from '../state-folder.ts'
import { sessionsIn } from '../workspace-sessions.ts'

/** The sessions of one folder that somebody worked in, as they lie on the disk. */
export interface SessionFolder {
  /** Absolute. */
  readonly path: string
  readonly store: SessionStore
  readonly disk: Disk
  /** The ids of its sessions, in no order that means anything. */
  ids(): Promise<readonly string[]>
}

/** The folders that hold sessions, the one that last got or lost a session first. */
export async function sessionFolders(env: Io['env']): Promise<readonly string[]> {
  const root = join(stateFolder(env), 'sessions')
  const entries = await readdir(root, { withFileTypes: true }).catch(noneIfMissing)
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const path = join(root, name)
        const facts = await lstat(path).catch(unlessMissing)
        return { path, at: facts?.mtimeMs ?? 0 }
      }),
  )
  return found.toSorted((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1)).map(({ path }) => path)
}

/**
 * Opens the sessions that lie in a folder; `undefined` where there is none: looking must not make one.
 * @param warn - told of what is odd about them; they are usable all the same.
 */
export async function openSessions(
  path: string,
  warn: (message: string) => void,
): Promise<SessionFolder | undefined> {
  if ((await lstat(path).catch(unlessMissing)) === undefined) return undefined
  const { disk, store } = await sessionsIn(path, warn)
  return {
    path,
    disk,
    store,
    ids: async () => (await disk.files()).flatMap((name) => /^([\w-]{1,120})\.jsonl$/.exec(name)?.[1] ?? []),
  }
}

/** The name of the file that holds a session, in its folder. */
export function logFile(id: string): string {
  return `${id}.jsonl`
}

/** The name of the file by which one process alone writes to it. */
export function lockFile(id: string): string {
  return `${id}.lock`
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  unlessMissing(error)
  return []
}
