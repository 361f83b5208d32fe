import type { CodeLimits } from '@millrace/code-mode'
import type { RuntimeName } from '../code/runtime-names.ts'
import type { Io } from '../io.ts'
import type { WorkspaceSettings } from '../settings.ts'
import { workspaceRuns } from '../workspace-runs.ts'
import type { Workspace } from '../workspace.ts'
import type { RunMeans } from './run-prompt.ts'

/** What the command line says of where programs run, and within which bounds. */
export interface ProgramFlags {
  readonly runtime?: RuntimeName | undefined
  readonly limits?: Partial<CodeLimits>
}

/** Where programs run and are kept, as the command line and the settings say. */
export function programMeans(
  { runtime = 'worker', limits }: ProgramFlags,
  { ctx }: Pick<Workspace, 'ctx'>,
  { sandbox }: Pick<WorkspaceSettings, 'sandbox'>,
  { env }: Pick<Io, 'env'>,
): Pick<RunMeans, 'programs' | 'openRuns'> {
  return {
    programs: { runtime, env, sandbox, ...(limits !== undefined && { limits }) },
    openRuns: () => workspaceRuns(env, (message) => ctx.logger.warn(message)),
  }
}
