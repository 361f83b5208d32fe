import { isAbsolute, resolve } from 'node:path'
import { isHarnessError } from '@millrace/protocol'
import type { LoadedSettings } from './config/load-settings.ts'
import type { SettingsFlags } from './config/loaded-settings.ts'
import type { Io } from './io.ts'
import { isOfAgreed, tellsItself, type ServerChoice } from './mcp/server-choice.ts'
import type { ServerNews } from './mcp/start-servers.ts'
import { isPlainFolder } from './is-plain-folder.ts'
import { writeWarning } from './mistake.ts'
import type { WorkspaceSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'
import type { WorkspaceSeams } from './workspace-seams.ts'
import type { Workspace } from './workspace.ts'

/**
 * Opens a folder with its tools, for a command in this environment, in that of the process without one, under settings;
 * under none but the built-in ones without them.
 */
export type OpenWorkspace = (
  folder: string,
  env?: Io['env'],
  settings?: WorkspaceSettings,
  prepare?: Prepare,
  seams?: WorkspaceSeams,
) => Promise<Workspace>

/** Called with the context of a workspace before anything is put into it, so that nothing that is said there is lost. */
export type Prepare = (ctx: Workspace['ctx']) => void

/** The command's own composition root, loaded when a folder is first needed. */
export const openDefault: OpenWorkspace = async (...asked) => {
  const { openWorkspace } = await import('./workspace.ts')
  return openWorkspace(...asked)
}

/**
 * The folder that `--cwd` names; the current one without it.
 * @throws UsageError where it names none.
 */
export function folderOf(io: Io, named: string | undefined): string {
  if (named === '') throw new UsageError('--cwd "" names no folder')
  if (named === undefined) return io.cwd
  return isAbsolute(named) ? named : resolve(io.cwd, named)
}

/**
 * Does something with the tools of a folder and lets go of it whatever comes of it.
 * @param servers - whose tools are to be there, too; none are started without it. `later`, which means all of them, and those
 *   of a session are left to `use` to start.
 */
export async function withWorkspace<T>(
  open: OpenWorkspace,
  io: Io,
  folder: string,
  use: (workspace: Workspace, settings: LoadedSettings) => Promise<T>,
  flags: SettingsFlags = {},
  servers?: ServerChoice | 'later',
): Promise<T> {
  const settings = await withServers(
    await settingsOf(folder, io, flags),
    servers === 'later' ? 'all' : servers,
    io,
  )
  const { writeWarnings } = await import('./warnings.ts')
  const heard = new Set<Workspace['ctx']>()
  const hear: Prepare = (ctx) => {
    if (heard.has(ctx)) return
    heard.add(ctx)
    writeWarnings(ctx, io.stderr)
  }
  const workspace = await opened((path) => open(path, io.env, settings, hear), folder)
  try {
    // A host that opens its own way may know nothing of it.
    hear(workspace.ctx)
    tellOfRules(workspace, io)
    if (servers !== 'later' && !isOfSession(servers)) await startServers(workspace, io, newsFor(servers))
    return await use(workspace, settings)
  } finally {
    await workspace.close()
  }
}

function isOfSession(servers: ServerChoice | undefined): boolean {
  return typeof servers === 'object' && 'session' in servers
}

/** What of servers is told while they start. */
function newsFor(choice: ServerChoice | undefined): ServerNews {
  if (tellsItself(choice)) return 'oddities'
  // A list of servers tells of each anyway.
  return isOfAgreed(choice) ? 'nothing' : 'all'
}

/** The settings with the servers that are wanted; what they are found by is loaded only for that. */
async function withServers(
  settings: LoadedSettings,
  choice: ServerChoice | undefined,
  io: Io,
): Promise<LoadedSettings> {
  if (choice === undefined) return settings
  const { serversFor } = await import('./mcp/servers-for.ts')
  return { ...settings, servers: await serversFor(choice, settings, io) }
}

/**
 * Starts the servers of a workspace and waits for their tools; what they are started by is loaded only where there are some.
 * @param news - what the person is told of them.
 */
export async function startServers(workspace: Workspace, io: Io, news: ServerNews = 'all'): Promise<void> {
  if ((workspace.servers?.start.length ?? 0) === 0) return
  const { startServers: start } = await import('./mcp/start-servers.ts')
  await start(workspace, io, news)
}

/** Tells a person which rules cannot be read, as others than those that were meant may decide then. */
function tellOfRules({ ctx }: Workspace, io: Io): void {
  for (const { list, rule, place, problem } of ctx.get('permissions')?.problems() ?? [])
    writeWarning(io, `${place ?? `a rule of ${list}`}: ${list} ${rule}: ${problem}`)
}

/**
 * The settings of a folder. What is wrong with them, and what of them does not count, is told on the standard error output.
 * @throws UsageError where they or the folder cannot be used.
 */
export async function settingsOf(folder: string, io: Io, flags: SettingsFlags): Promise<LoadedSettings> {
  if (!isPlainFolder(folder)) await refuseFolder(folder)
  const [{ loadSettings }, { tellOfSettings }] = await Promise.all([
    import('./config/load-settings.ts'),
    import('./config/tell-of-settings.ts'),
  ])
  const settings = await asUsage(() => loadSettings(folder, io.env, flags))
  tellOfSettings(settings, io)
  return settings
}

/** Says what is wrong with a folder. What files are opened by is loaded only for that. */
export async function refuseFolder(folder: string): Promise<void> {
  const { ConfinedRoot } = await import('@millrace/host')
  const root = await opened((path) => ConfinedRoot.open(path), folder)
  await root.close()
}

/** Settings that cannot be used are a mistake that somebody can mend. */
export async function asUsage<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (!isHarnessError(error) || !error.code.startsWith('SETTINGS_')) throw error
    const { hints = [] } = error as { readonly hints?: readonly string[] }
    throw new UsageError(error.message, hints, error.code)
  }
}

/**
 * Opens a folder that the command line names.
 * @throws UsageError where it cannot be used.
 */
export async function opened<T>(open: (folder: string) => Promise<T>, folder: string): Promise<T> {
  try {
    return await open(folder)
  } catch (error) {
    if (isHarnessError(error) && error.code.startsWith('FS_'))
      throw new UsageError(`the folder cannot be used: ${error.message}`)
    throw error
  }
}
