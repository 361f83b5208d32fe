import type { Io } from '../io.ts'
import { latest } from '../sessions/find-session.ts'
import { ownSessions } from '../sessions/own-folder.ts'
import { openSessions } from '../sessions/session-folders.ts'
import { shortId } from '../run/session-choice.ts'

const mostOffered = 30

/** The latest sessions of a folder by their first digits; none where it cannot be used, as nobody reads messages meanwhile. */
export async function knownSessions(
  folder: string,
  env: Io['env'],
): Promise<(readonly [word: string, about: string])[]> {
  try {
    const found = await openSessions(await ownSessions(folder, env), () => undefined)
    const offered: [string, string][] = []
    if (found === undefined) return offered
    offered.push([latest, 'the newest session of this folder'])
    for await (const each of found.store.list()) {
      if (offered.length > mostOffered) break
      offered.push([shortId(each.id), 'problem' in each ? each.problem : each.title])
    }
    return offered
  } catch {
    return []
  }
}
