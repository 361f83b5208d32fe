import type { SessionStore } from '@millrace/agent/session'
import type { Presenters } from '@millrace/cards'
import type { CatalogueHost } from '@millrace/web'
import type { PermissionModeName, RulesReport } from '@millrace/web/wire'
import { programOf } from '../../code/given-program.ts'
import { modelOfProgram } from '../../code/program-model.ts'
import type { LoadedSettings } from '../../config/load-settings.ts'
import type { Io } from '../../io.ts'
import { allRules } from '../../permissions/all-rules.ts'
import { permissionsOf } from '../../permissions/workspace-permissions.ts'
import type { Workspace } from '../../workspace.ts'
import { toldToPage } from '../told-to-page.ts'
import { WebError } from '../web-error.ts'
import { DecidedCalls } from './decided-calls.ts'
import { makeCall } from './made-call.ts'
import { programSdk } from './program-sdk.ts'
import { replayedRules } from './replayed-rules.ts'
import { restartServer } from './restarted-server.ts'
import { revokeGrant } from './revoked-grant.ts'
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
  /** The permission modes that a page can choose. */
  readonly modes: readonly PermissionModeName[]
  /** The sessions of the folder. */
  readonly store: Pick<SessionStore, 'list' | 'tail'>
  /** What shows their calls. */
  readonly presenters: Presenters
}

/** Tools, servers and rules of a workspace for a page. What it makes of them ends with the workspace. */
export function catalogueHost(options: CatalogueHostOptions): CatalogueHost {
  const { workspace, settings, io, startSession, store, presenters } = options
  const { ctx, root } = workspace
  const warn = (message: string): void => ctx.logger.warn(message)
  const decided = new DecidedCalls({ store, root, presenters, warn })
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
        return rulesReport(rules, workspace, settings, await decided.last())
      }),
    revokeGrant: (id) => toldToPage(() => revokeGrant(id, workspace, io.env)),
    testRules: (call) => toldToPage(() => testedCall(call, workspace)),
    replayRules: (request) =>
      toldToPage(async () => {
        const tools = await toolsOfSessions(workspace, io.env)
        return replayedRules(request, { store, root, presenters, io, tools })
      }),
    setMode: (mode) => toldToPage(() => chooseMode(mode, options)),
  }
}

/** @throws WebError where a mode is not among those that can be chosen. */
function chooseMode(wanted: PermissionModeName, { workspace, modes }: CatalogueHostOptions): void {
  const permissions = permissionsOf(workspace)
  if (modes.includes(wanted)) return permissions.setMode(wanted)
  throw new WebError(
    'MODE_NOT_ALLOWED',
    `the mode "${wanted}" cannot be chosen here; expected one of ${modes.join(', ')}`,
    wanted === 'bypass'
      ? ['the mode that asks nobody is chosen where the command starts: --permission-mode bypass']
      : [],
  )
}
