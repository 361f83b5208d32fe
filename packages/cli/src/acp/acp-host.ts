import type { AcpHost, Editor, ListedSession, SessionRequest } from '@millrace/acp'
import type { Io } from '../io.ts'
import { writeWarning } from '../mistake.ts'
import { openSessions, sessionFolders } from '../sessions/session-folders.ts'
import { sessionsFolder } from '../workspace-sessions.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'
import { openEditorSession, type EditorSessionMeans } from './open-editor-session.ts'
import { realpath } from 'node:fs/promises'

/** What sessions of editors are made with. */
export interface AcpHostOptions extends EditorSessionMeans {
  readonly io: Io
}

/** Opens sessions for an editor: each a folder of its own with its settings, tools and policies. */
export function acpHost(options: AcpHostOptions): AcpHost {
  const { io } = options
  const warn = (message: string): void => writeWarning(io, message)
  return {
    info: { name: 'millrace', title: 'Millrace', version: version() },
    mcp: { http: true, sse: false },
    open: (request: SessionRequest, editor: Editor) => openEditorSession(request, editor, options, io),
    list: (cwd) => listed(cwd, io.env, warn),
    remove: async (id) => {
      for (const path of await sessionFolders(io.env)) {
        const folder = await openSessions(path, warn)
        if (folder === undefined || !(await folder.ids()).includes(id)) continue
        return folder.store.remove(id)
      }
      throw new UsageError(`there is no session ${id}`, [], 'SESSION_NOT_FOUND')
    },
  }
}

async function* listed(
  cwd: string | undefined,
  env: Io['env'],
  warn: (message: string) => void,
): AsyncIterable<ListedSession> {
  const paths = cwd === undefined ? await sessionFolders(env) : [sessionsFolder(await realpath(cwd), env)]
  const found: ListedSession[] = []
  for (const path of paths) {
    const folder = await openSessions(path, warn)
    if (folder === undefined) continue
    for await (const each of folder.store.list()) {
      if ('problem' in each) continue
      found.push({ id: each.id, cwd: each.header.cwd, title: each.title, lastAt: each.lastAt })
    }
  }
  yield* found.toSorted((a, b) => b.lastAt - a.lastAt)
}
