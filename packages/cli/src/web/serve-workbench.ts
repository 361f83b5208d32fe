import { randomBytes } from 'node:crypto'
import { homeOf } from '@millrace/host'
import { escapeVisible, messageOf } from '@millrace/protocol'
import { serveWeb, WorkbenchError, type ServedWorkbench, type WebHost } from '@millrace/web'
import { shortened } from '../config/settings-places.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { withStatusArea } from '../live/with-status-area.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import { findSession } from '../sessions/find-session.ts'
import { withSessions } from '../sessions/session-failure.ts'
import { untilAborted } from '../until-aborted.ts'
import { UsageError } from '../usage-error.ts'
import { withWorkspace, type OpenWorkspace } from '../with-workspace.ts'
import { openPrivately } from './open-privately.ts'
import { openWorkbench } from './open-workbench.ts'
import type { WorkbenchMeans, WorkbenchRequest } from './workbench-request.ts'

/** Serves the workbench of a folder to browsers of this machine until somebody ends it. @returns the exit status. */
export async function serveWorkbench(request: WorkbenchRequest, given: WorkbenchMeans): Promise<number> {
  const means = { ...given, open: ofManySessions(given.open) }
  const io = withStatusArea(means.io)
  const session = await idOf(request, io)
  return withWorkspace(
    means.open,
    io,
    request.folder,
    async (workspace, settings) => {
      const workbench = await openWorkbench(request, means, { workspace, settings, io })
      try {
        const served = await listening(workbench.host, request, io)
        const wanted = { ...request, session: session ?? workbench.demo }
        let forget: (() => Promise<void>) | undefined
        try {
          forget = await shown(served.url, wanted, workspace.root, io)
          await untilAborted(io.signal)
        } finally {
          await forget?.()
          await served.close()
        }
      } finally {
        await workbench.close()
      }
      return exitCode.interrupted
    },
    request.flags,
    'later',
  )
}

/** All sessions of the page work in one workspace of their folder. */
function ofManySessions(open: OpenWorkspace): OpenWorkspace {
  return (folder, env, settings, ...rest) =>
    open(folder, env, settings && { ...settings, hasManySessions: true }, ...rest)
}

async function idOf({ session, folder }: WorkbenchRequest, io: Io): Promise<string | undefined> {
  if (session === undefined) return undefined
  return withSessions(async () => (await findSession(session, folder, io)).id)
}

async function listening(host: WebHost, { port }: WorkbenchRequest, io: Io): Promise<ServedWorkbench> {
  const token = randomBytes(32).toString('base64url')
  try {
    return await serveWeb(host, {
      port,
      token,
      warn: (message, error) => writeWarning(io, `${message}: ${messageOf(error)}`),
    })
  } catch (error) {
    if (error instanceof WorkbenchError) throw new UsageError(error.message, [], error.code)
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : 'may not be used by this user'
    throw new UsageError(`the port ${port} ${why} (${code})`, ['without --port one is taken that is free'])
  }
}

/**
 * Prints the address, as nobody finds the page without it, and opens it where that is wanted.
 * @returns what takes away what was needed for that.
 */
async function shown(
  url: string,
  { opens, session, demo }: WorkbenchRequest,
  root: string,
  io: Io,
): Promise<(() => Promise<void>) | undefined> {
  // The page takes the secret out of the fragment, and what is left is the part of it that is shown.
  const address = session === undefined ? url : `${url}&/session/${session}`
  io.stderr.write(
    `millrace web serves ${escapeVisible(shortened(root, homeOf(io.env)))} to browsers of this machine at\n`,
  )
  io.stdout.write(`${address}\n`)
  writeHints(io, [
    'whoever has this address can do what you can do here, so keep it to yourself; Ctrl+C ends it',
    ...(demo ? ['the demo begins when the page is open'] : []),
  ])
  const forget = opens ? await openPrivately(address, io) : undefined
  if (opens && forget === undefined) writeHints(io, ['no browser could be opened: open the address yourself'])
  return forget
}
