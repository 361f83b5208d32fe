import type { CatalogueHost } from '@millrace/web'
import type { PermissionModeName, RulesReport } from '@millrace/web/wire'
import { sessionModes } from '../../acp/session-modes.ts'
import { programOf } from '../../code/given-program.ts'
import { modelOfProgram } from '../../code/program-model.ts'
import type { LoadedSettings } from '../../config/load-settings.ts'
import type { Io } from '../../io.ts'
import { allRules } from '../../permissions/all-rules.ts'
import { permissionsOf } from '../../permissions/workspace-permissions.ts'
import { presentersOf } from '../../run/presenters.ts'
import { openSessions } from '../../sessions/session-folders.ts'
import type { Workspace } from '../../workspace.ts'
import { sessionsFolder } from '../../workspace-sessions.ts'
import { CatalogueError, toldToPage } from './catalogue-error.ts'
import { DecidedCalls } from './decided-calls.ts'
import { makeCall } from './made-call.ts'
import { programSdk } from './program-sdk.ts'
import { replayedRules, type ReplayedRulesOptions } from './replayed-rules.ts'
import { restartServer } from './restarted-server.ts'
import { rulesReport } from './rules-report.ts'
import { serverEntries } from './server-entries.ts'
import type { StartSession } from './start-session.ts'
import { testedCall } from './tested-call.ts'
import { toolEntries } from './tool-entries.ts'
import { toolsOfSessions } from './tools-of-sessions.ts'

/** What the catalogue of a page is made of. */
export interface CatalogueHostOptions {
  /** Its servers are started by whoever opened it. */
  readonly workspace: Workspace
  readonly settings: LoadedSettings
  readonly io: Io
  readonly startSession: StartSession
  /** Whether the operator lets a page choose the mode that asks nobody. */
  readonly allowsBypass?: boolean
}

/** Tools, servers and rules of a workspace for a page. What it makes of them ends with the workspace. */
export function catalogueHost({
  workspace,
  settings,
  io,
  startSession,
  allowsBypass = false,
}: CatalogueHostOptions): CatalogueHost {
  const { ctx } = workspace
  const setMode = modeSetter(workspace, allowsBypass)
  const decided = new DecidedCalls()
  return {
    tools: () => toldToPage(() => toolEntries(workspace)),
    call: (tool, argumentsText) =>
      toldToPage(() => makeCall({ tool, argumentsText }, workspace, startSession)),
    program: (code) =>
      toldToPage(() => {
        const program = programOf(code, 'a program of the workbench', 'the text')
        return startSession(modelOfProgram(program), program.prompt, { mode: 'code' })
      }),
    sdk: () => programSdk(workspace),
    servers: () => toldToPage(() => serverEntries(workspace, settings, io.env)),
    restartServer: (name) => toldToPage(() => restartServer(name, workspace, settings, io.env)),
    rules: () =>
      toldToPage(async (): Promise<RulesReport> => {
        const rules = await allRules(workspace, settings, io.env)
        const calls = await decided.last({
          ...(await recordings(workspace, io.env)),
          warn: (message) => ctx.logger.warn(message),
        })
        return rulesReport(rules, workspace, settings, calls)
      }),
    testRules: (call) => toldToPage(() => testedCall(call, workspace)),
    replayRules: (request) =>
      toldToPage(async () => {
        const tools = await toolsOfSessions(workspace, io.env)
        return replayedRules(request, { ...(await recordings(workspace, io.env)), io, tools })
      }),
    setMode: (mode) => toldToPage(() => setMode(mode)),
  }
}

type Recordings = Pick<ReplayedRulesOptions, 'store' | 'root' | 'presenters'>

/** The sessions of the folder, which looking does not make where there are none yet. */
async function recordings({ root, ctx, tools, agent }: Workspace, env: Io['env']): Promise<Recordings> {
  const presenters = await presentersOf((name) => tools.get(name, agent), true)
  const found = await openSessions(sessionsFolder(root, env), (message) => ctx.logger.warn(message))
  return { store: found?.store ?? noSessions, root, presenters }
}

const noSessions: Recordings['store'] = {
  async *list() {},
  tail: (id) => {
    throw new CatalogueError('SESSION_NOT_FOUND', `there is no session ${id}`)
  },
}

/** @throws CatalogueError where a mode is not there, or asks nobody without the operator's leave. */
function modeSetter(workspace: Workspace, allowsBypass: boolean): (mode: PermissionModeName) => void {
  const permissions = workspace.ctx.get('permissions')
  const modes = permissions && sessionModes(permissions, allowsBypass)
  return (wanted) => {
    // Says so where a host brought none.
    permissionsOf(workspace)
    const available = modes?.modes?.().available.map(({ id }) => id) ?? []
    if (!available.includes(wanted))
      throw new CatalogueError(
        'MODE_NOT_ALLOWED',
        `the mode "${wanted}" cannot be chosen here; expected one of ${available.join(', ')}`,
        wanted === 'bypass'
          ? ['the mode that asks nobody is chosen where the command starts: --permission-mode bypass']
          : [],
      )
    modes?.setMode?.(wanted)
  }
}
