import type { Context } from '@deepseek-ai/cordis'
import { commandEnvironment, spillReader, type ConfinedRoot, type HostAnswer } from '@millrace/host'
import { confinedFiles, withSpills, type FileOperations } from '@millrace/toolbox'
import { hostUrl } from './host-url.ts'
import type { Io } from './io.ts'
import type { WorkspaceSettings } from './settings.ts'
import { workspaceProcesses, type WorkspaceProcesses } from './workspace-processes.ts'
import { workspaceSandbox, type WorkspaceSandbox } from './workspace-sandbox.ts'
import type { WorkspaceSeams } from './workspace-seams.ts'
import { workspaceSpills, type WorkspaceSpills } from './workspace-spills.ts'

/** What the tools and policies of a workspace have of the machine. Nothing of it is opened before it is needed. */
export interface WorkspaceMachine {
  /** The folder, and the kept output beside it. */
  readonly files: FileOperations
  readonly processes: WorkspaceProcesses
  readonly sandbox: WorkspaceSandbox
  readonly spills: WorkspaceSpills
  /** The whole environment of commands. */
  readonly commandEnv: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** The machine for a folder, as its settings say. */
export function workspaceMachine(
  root: ConfinedRoot,
  env: Io['env'],
  settings: WorkspaceSettings,
  ctx: Context,
  { files = (own) => own, startOutside }: WorkspaceSeams = {},
): WorkspaceMachine {
  const spills = workspaceSpills(env, (message) => ctx.logger.warn(message))
  const sandbox = workspaceSandbox({
    ctx,
    root: root.path,
    env,
    settings,
    ask: (...asked) => mayReach(ctx, ...asked),
  })
  const processes = workspaceProcesses(sandbox, () => ctx.redaction, startOutside)
  return {
    files: withSpills(files(confinedFiles(root)), spillReader(spills.folder)),
    processes,
    sandbox,
    spills,
    commandEnv: commandEnvironment(env, { also: settings.env ?? [] }),
    close: async () => {
      try {
        await processes.close()
      } finally {
        await sandbox.close()
        await spills.close()
      }
    },
  }
}

/** Whether commands may reach a host: as the rules for requests say, and else whoever can be asked. */
async function mayReach(
  ctx: Context,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<boolean | HostAnswer> {
  const { verdict } = ctx.permissions.judge('web_fetch', { url: hostUrl(host, port) })
  if (verdict !== 'ask') return verdict === 'allow'
  return ctx.approval.requestHost({ host, port, signal })
}
