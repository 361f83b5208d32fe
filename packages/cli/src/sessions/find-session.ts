import { meant } from '../meant.ts'
import type { Io } from '../io.ts'
import { writeWarning } from '../mistake.ts'
import { shownIdLength } from '../run/session-choice.ts'
import { UsageError } from '../usage-error.ts'
import { ownSessions } from './own-folder.ts'
import { openSessions, sessionFolders, type SessionFolder } from './session-folders.ts'

/** A session that the command line names. */
export interface FoundSession {
  readonly id: string
  readonly folder: SessionFolder
}

/** The name of the newest session. */
export const latest = 'latest'

const leastPrefix = 4
const mostListed = 10

/**
 * The session of an id, of the first digits of one, or the newest of a folder. Where the folder has none like that, it is
 * looked for among the sessions of all folders.
 * @param folder - absolute.
 * @throws UsageError where there is none, or more than one.
 */
export async function findSession(wanted: string, folder: string, io: Io): Promise<FoundSession> {
  const warn = (message: string): void => writeWarning(io, message)
  if (wanted !== latest && !/^[\w-]{4,120}$/.test(wanted))
    throw new UsageError(
      `"${wanted}" is the id of no session: expected at least ${leastPrefix} of its digits, or ${latest}`,
      [listed],
    )
  const ownPath = await ownSessions(folder, io.env)
  const own = await openSessions(ownPath, warn)
  if (wanted === latest) return newestOf(own)
  const ids = (await own?.ids()) ?? []
  const [found] = own === undefined ? [] : chosen(wanted, [[own, ids]])
  if (found !== undefined) return found
  const others = await idsElsewhere(ownPath, io, warn)
  const [elsewhere] = chosen(wanted, others)
  if (elsewhere !== undefined) return elsewhere
  const known = [...ids, ...others.flatMap(([, theirs]) => theirs)]
  const near = meant(
    wanted,
    known.map((id) => id.slice(0, Math.max(wanted.length, shownIdLength))),
  )
  throw new UsageError(`there is no session ${wanted}, in this folder or another one`, [...near, listed])
}

const listed = 'all sessions are shown by: millrace sessions --all'

type IdsOf = readonly [folder: SessionFolder, ids: readonly string[]]

async function newestOf(own: SessionFolder | undefined): Promise<FoundSession> {
  if (own !== undefined)
    for await (const found of own.store.list())
      if (!('problem' in found)) return { id: found.id, folder: own }
  throw new UsageError('this folder has no session', ['one begins with: millrace run "…"', listed])
}

async function idsElsewhere(
  ownPath: string,
  io: Io,
  warn: (message: string) => void,
): Promise<readonly IdsOf[]> {
  const paths = (await sessionFolders(io.env)).filter((path) => path !== ownPath)
  const found: IdsOf[] = []
  for (const path of paths) {
    const folder = await openSessions(path, warn)
    if (folder !== undefined) found.push([folder, await folder.ids()])
  }
  return found
}

/** The one session of a prefix; none where there is none. */
function chosen(prefix: string, folders: readonly IdsOf[]): readonly FoundSession[] {
  const wanted = prefix.toLowerCase()
  const matching = folders.flatMap(([folder, ids]) =>
    ids.filter((id) => id.toLowerCase().startsWith(wanted)).map((id): FoundSession => ({ id, folder })),
  )
  const exact = matching.filter(({ id }) => id === prefix)
  if (exact.length === 1) return exact
  if (matching.length < 2) return matching
  const ids = matching.map(({ id }) => id).toSorted()
  const more = ids.length > mostListed ? `, and ${ids.length - mostListed} more` : ''
  const length = distinctLength(ids)
  const shown = ids.slice(0, mostListed).map((id) => id.slice(0, length))
  throw new UsageError(`${ids.length} sessions begin with ${prefix}`, [
    `give more digits: ${shown.join(', ')}${more}`,
  ])
}

/** How many digits tell ids apart; those of the usual length where that does. */
function distinctLength(ids: readonly string[]): number {
  const longest = Math.max(...ids.map(({ length }) => length))
  let length = shownIdLength
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < ids.length) length++
  return length
}
