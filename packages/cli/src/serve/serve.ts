import {
  clientQuestions,
  serveStdio,
  ToolServer,
  type ServeOptions,
  type StdioStreams,
} from '@millrace/mcp/server'
import type { Scope } from '@millrace/scope'
import { transportName, type ToolPresentationMode } from '@millrace/tools'
import { flagAnswer, type AnswerFlags } from '../ask/answer-flags.ts'
import { shownArguments } from '../ask/asked-card.ts'
import { denyInstead } from '../ask/deny-instead.ts'
import { addFrontEnd } from '../call/add-front-end.ts'
import type { RuntimeName } from '../code/runtime-names.ts'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { isServerTool } from '../mcp/tool-server.ts'
import { programMeans } from '../run/program-means.ts'
import { UsageError } from '../usage-error.ts'
import { version } from '../version.ts'
import { withWorkspace, type OpenWorkspace } from '../with-workspace.ts'
import { workspaceCodeMode } from '../workspace-code-mode.ts'
import { workspaceSessions } from '../workspace-sessions.ts'
import type { Workspace } from '../workspace.ts'
import { openGateway, type Gateway } from './gateway.ts'
import { servedClient } from './served-clients.ts'
import { UnaskedHints } from './unasked-hints.ts'
import { withoutLoops } from './without-loops.ts'

/** How the tools of a folder are served. */
export interface ServeRequest {
  /** Absolute. */
  readonly folder: string
  readonly mode: ToolPresentationMode
  /** Whether only some of many tools are listed, and the others are searched for. */
  readonly isSearched: boolean
  /** Whether the servers of the folder are behind this one, and whether the tools of the command are there, too. */
  readonly gateway: 'no' | 'alone' | 'with tools'
  /** The only tools that are served; all that make sense to others without it. */
  readonly only: readonly string[] | undefined
  /** Whether results carry their values, and tools their output schemas. */
  readonly structured: boolean
  /** Whether sessions outlive the process. */
  readonly isKept: boolean
  readonly answers: AnswerFlags
  readonly flags: SettingsFlags
  /** Whether commands that the sandbox keeps in run without a question. */
  readonly runsSandboxed: boolean
  readonly runtime: RuntimeName | undefined
}

/** Clients have their own ways to ask their person, and to keep lists of what is to be done. */
const forOwnAgents: readonly string[] = ['ask_user', 'todo_write']

/** Puts a server on a transport, until it ends. @returns the exit status. */
export type Transported = (server: ToolServer, workspace: Workspace) => Promise<number>

/**
 * Serves the tools of a folder, under its settings and policies, until the transport ends.
 * @param io - nothing of it is the protocol's.
 * @param port - at which they will be served, where that is by HTTP.
 */
export async function serve(
  request: ServeRequest,
  transported: Transported,
  io: Io,
  open: OpenWorkspace,
  port?: number,
): Promise<number> {
  return withWorkspace(
    askingInSandbox(request.gateway === 'no' ? open : withoutLoops(open, io, port), request),
    io,
    request.folder,
    async (workspace, settings) => {
      const undo: (() => unknown)[] = []
      try {
        const server = await toolServer(request, workspace, settings, io, undo)
        undo.push(() => server.close())
        return await transported(server, workspace)
      } finally {
        for (const each of undo.toReversed()) await each()
      }
    },
    request.flags,
    request.gateway === 'no' ? undefined : 'later',
  )
}

/** Whoever calls from outside is asked about: what a sandbox allows is what the person's own agents may do. */
function askingInSandbox(open: OpenWorkspace, { runsSandboxed }: ServeRequest): OpenWorkspace {
  if (runsSandboxed) return open
  return (folder, env, settings, ...rest) =>
    open(folder, env, settings && { ...settings, asksInSandbox: true }, ...rest)
}

async function toolServer(
  request: ServeRequest,
  workspace: Workspace,
  settings: LoadedSettings,
  io: Io,
  undo: (() => unknown)[],
): Promise<ToolServer> {
  const { ctx, root } = workspace
  const { mode, isSearched, isKept, structured } = request
  if (mode !== 'native') {
    const { programs } = programMeans({ runtime: request.runtime }, { ctx }, settings, io)
    undo.push(await workspaceCodeMode(workspace, programs))
  }
  if (isSearched) {
    const { toolSearch } = await import('@millrace/code-mode')
    await ctx.plugin(toolSearch, {})
  }
  requireKnown(request, workspace)
  const store = isKept
    ? await workspaceSessions(root, io.env, (message) => ctx.logger.warn(message))
    : undefined
  const hints = new UnaskedHints(ctx)
  const [ruleFile] = workspace.ruleFiles ?? []
  let gateway: Gateway | undefined
  const restrict = (scope: Scope): void => restricted(scope, request, workspace)
  const options: ServeOptions = {
    ctx,
    name: 'millrace',
    title: 'Millrace',
    version: version(),
    instructions: instructionsFor(root),
    openClient: (client) => servedClient(client, { workspace, mode, isSearched, restrict, store }),
    ready: async (signal) => gateway?.ready(signal),
    serves: (name) => isServed(request.only, name) && (mode !== 'code' || name === transportName),
    structured,
    hint: (failed) => hints.hintFor(failed),
    shownArguments: (execution) => shownArguments(execution, workspace),
    ...(ruleFile !== undefined && settings.saveRule !== undefined && { ruleFile }),
  }
  const server = new ToolServer(options)
  await answering(request, server, workspace, undo)
  // What the servers ask the person goes to the client whose call it is about.
  gateway = request.gateway === 'no' ? undefined : await openGateway(workspace, clientQuestions(server), io)
  return server
}

/** Who answers questions: the flags, and else the clients. */
async function answering(
  { answers }: ServeRequest,
  server: ToolServer,
  { ctx }: Workspace,
  undo: (() => unknown)[],
): Promise<void> {
  const { denial, frontEnd } = flagAnswer(answers) ?? {}
  if (denial !== undefined) undo.push(await denyInstead(ctx, denial))
  else undo.push(await addFrontEnd(ctx, frontEnd ?? server.approvals))
}

/** Tools of servers come later, and may not come at all. */
function requireKnown({ only = [] }: ServeRequest, { tools, agent }: Workspace): void {
  const unknown = only.filter((name) => !isServerTool(name) && tools.get(name, agent) === undefined)
  if (unknown.length > 0)
    throw new UsageError(`--tools names no tool of this folder: ${unknown.join(', ')}`, [
      'see which there are: millrace tools',
    ])
}

/** Which tools a client sees. Those of servers that are not there yet are seen when they come. */
function restricted({ ctx }: Scope, { only, gateway }: ServeRequest, workspace: Workspace): void {
  const { tools, agent, builtIn = new Set() } = workspace
  const own = [...builtIn].map(({ name }) => name)
  const left = only ?? (gateway === 'alone' ? [] : own.filter((name) => !forOwnAgents.includes(name)))
  const deny = own.filter((name) => !left.includes(name) && tools.get(name, agent) !== undefined)
  if (deny.length > 0) ctx.tools.restrict({ deny })
  // What comes later is not there to be hidden, so it is denied to programs.
  if (only !== undefined)
    ctx.tools.guard(({ name }) =>
      isServed(only, name) ? undefined : `tool "${name}" is not among those that are served`,
    )
}

const searchName = 'tool_search'

function isServed(only: readonly string[] | undefined, name: string): boolean {
  return only === undefined || only.includes(name) || name === transportName || name === searchName
}

function instructionsFor(root: string): string {
  return `Tools for the folder ${root}. Each call is judged by the rules of the person, who may be asked first; a call that is denied says why.`
}

/** Serves the one client that started this process, by its standard streams. */
export async function serveStandardStreams(
  request: ServeRequest,
  io: Io,
  open: OpenWorkspace,
): Promise<number> {
  const { protocolStreams } = await import('./protocol-streams.ts')
  const streams = protocolStreams(io, 'millrace mcp serve --print-config')
  // Keys would be messages of the protocol.
  const own = Object.create(io, { openKeyboard: { value: undefined } }) as Io
  try {
    return await serve(request, (server) => untilClosed(server, streams, own), own, open)
  } finally {
    streams.release()
  }
}

async function untilClosed(server: ToolServer, streams: StdioStreams, { signal }: Io): Promise<number> {
  const connection = await serveStdio(server, streams)
  const stop = (): void => void connection.close()
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  await connection.closed
  signal.removeEventListener('abort', stop)
  return signal.aborted ? exitCode.interrupted : exitCode.ok
}
