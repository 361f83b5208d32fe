import type { SessionStore, SessionSummary, UnreadableSession } from '@millrace/agent/session'
import type { SessionHeader } from '@millrace/protocol'
import { UsageError } from '../usage-error.ts'
import { isWanted, type SessionKind } from './session-kind.ts'

/** Which session goes on: a new one, the latest of its kind in the folder, or the one whose id begins like this. */
export type SessionChoice =
  | { readonly kind: 'new' }
  | { readonly kind: 'latest' }
  | { readonly kind: 'named'; readonly prefix: string }

/** How much of an id people are shown. */
export const shownIdLength = 8
const leastPrefix = 4

/** An id as people are shown it. */
export function shortId(id: string): string {
  return id.slice(0, shownIdLength)
}

/**
 * The session that is to go on; `undefined` where a new one is to begin.
 * @param kind - of which the latest is meant; one that is named may be of any.
 * @param root - the folder that calls work in: a session of another one would work on the wrong files.
 * @throws UsageError where there is none, or more than one.
 */
export async function sessionToGoOn(
  store: SessionStore,
  choice: SessionChoice,
  kind: SessionKind,
  root: string,
): Promise<SessionHeader | undefined> {
  if (choice.kind === 'new') return undefined
  if (choice.kind === 'named') return named(store, choice.prefix, root)
  for await (const found of store.list()) {
    if ('problem' in found || found.header.cwd !== root) continue
    if (await isWanted(kind, found, store)) return found.header
  }
  throw noneToGoOn(kind)
}

function noneToGoOn(kind: SessionKind): UsageError {
  return kind === 'agent'
    ? new UsageError('no session of this folder can go on', [
        'one begins with: millrace run "…"; --cwd DIR chooses another folder',
      ])
    : new UsageError('no program of this folder was cut off that could go on', [
        "one begins with: millrace code '…'; --cwd DIR chooses another folder",
      ])
}

async function named(store: SessionStore, prefix: string, root: string): Promise<SessionHeader> {
  const wanted = prefix.toLowerCase()
  if (wanted.length < leastPrefix || !/^[0-9a-f]+$/.test(wanted))
    throw new UsageError(
      `"${prefix}" is the id of no session: expected at least ${leastPrefix} of its hexadecimal digits`,
    )
  const matching: (SessionSummary | UnreadableSession)[] = []
  for await (const found of store.list()) if (found.id.startsWith(wanted)) matching.push(found)
  const [found, another] = matching
  if (found === undefined)
    throw new UsageError(`there is no session ${prefix} of this folder`, [
      'the latest one goes on with: millrace run --continue "…"',
    ])
  if (another !== undefined)
    throw new UsageError(`${matching.length} sessions begin with ${prefix}`, [
      `give more digits: ${matching.map(({ id }) => id.slice(0, prefix.length + shownIdLength)).join(', ')}`,
    ])
  if ('problem' in found) throw new UsageError(`session ${prefix} cannot be read: ${found.problem}`)
  if (found.header.cwd !== root)
    throw new UsageError(
      `session ${shortId(found.id)} worked in ${found.header.cwd}, and calls would work in ${root}`,
      ['it goes on in its own folder: --cwd DIR', 'the demo cannot go on, as its folder is gone'],
    )
  return found.header
}
