import { randomBytes } from 'node:crypto'
import { serveHttp, type ToolServer } from '@millrace/mcp/server'
import { flagAnswer } from '../ask/answer-flags.ts'
import { terminalApprovals } from '../ask/terminal-approvals.ts'
import { TerminalTurns } from '../ask/terminal-turns.ts'
import { addFrontEnd } from '../call/add-front-end.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { withStatusArea } from '../live/with-status-area.ts'
import { writeHints } from '../mistake.ts'
import { untilAborted } from '../until-aborted.ts'
import { UsageError } from '../usage-error.ts'
import type { OpenWorkspace } from '../with-workspace.ts'
import type { Workspace } from '../workspace.ts'
import { serve, type ServeRequest } from './serve.ts'

/** The variable that has the token; a new one is made for each start without it. */
export const tokenVariable = 'MILLRACE_MCP_TOKEN'

const shortestToken = 32

/**
 * Serves the tools to programs of this machine until somebody ends it. Whoever sits at the terminal is asked as well as the
 * clients; the first answer counts.
 * @param port - any that is free where it is 0.
 */
export async function serveByHttp(
  request: ServeRequest,
  port: number,
  io: Io,
  open: OpenWorkspace,
): Promise<number> {
  const given = io.env[tokenVariable] ?? ''
  if (given !== '' && given.length < shortestToken)
    throw new UsageError(`${tokenVariable} is too short: it could be guessed`, [
      `give it ${shortestToken} characters at least, or leave it out: a new one is made for each start`,
    ])
  const own = withStatusArea(io)
  return serve(
    request,
    async (server, workspace) => {
      const leave = await terminal(request, workspace, own)
      try {
        return await untilEnded(server, { port, given }, workspace, own)
      } finally {
        leave?.()
      }
    },
    own,
    open,
    port,
  )
}

async function untilEnded(
  server: ToolServer,
  { port, given }: { readonly port: number; readonly given: string },
  { root }: Workspace,
  io: Io,
): Promise<number> {
  const token = given === '' ? randomBytes(32).toString('base64url') : given
  const endpoint = await listening(server, port, token)
  try {
    io.stderr.write(`millrace serves the tools of ${root} at ${endpoint.url}\n`)
    const secret = given === '' ? token : `$${tokenVariable}`
    writeHints(io, [`every request needs the header: Authorization: Bearer ${secret}`, 'Ctrl+C ends it'])
    await untilAborted(io.signal)
  } finally {
    await endpoint.close()
  }
  return exitCode.interrupted
}

async function listening(
  server: ToolServer,
  port: number,
  token: string,
): Promise<Awaited<ReturnType<typeof serveHttp>>> {
  try {
    return await serveHttp(server, { port, token })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : 'may not be used by this user'
    throw new UsageError(`the port ${port} ${why} (${code})`, [
      '--http without a port takes one that is free',
    ])
  }
}

/** Somebody at the terminal answers, too, unless flags do. */
async function terminal(
  { answers }: ServeRequest,
  workspace: Workspace,
  io: ReturnType<typeof withStatusArea>,
): Promise<(() => void) | undefined> {
  const { openKeyboard, stderr: screen } = io
  if (openKeyboard === undefined || flagAnswer(answers) !== undefined) return undefined
  const turns = new TerminalTurns()
  const person = terminalApprovals({
    io,
    openKeyboard,
    colour: undefined,
    workspace,
    alone: (signal, use) => turns.take(signal, () => screen.hold(use)),
  })
  return addFrontEnd(workspace.ctx, person)
}
