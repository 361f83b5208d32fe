import type { CodeLimits, RunStore } from '@millrace/code-mode'
import { openRuntime, type RuntimePlace } from './code/open-runtime.ts'
import type { RuntimeName } from './code/runtime-names.ts'
import type { Workspace } from './workspace.ts'

/** Where programs run in a workspace, and within which bounds. */
export interface CodeModeOptions extends RuntimePlace {
  readonly runtime: RuntimeName
  readonly limits?: Partial<CodeLimits>
  /** Keeps runs that are under way, so that they can go on after a crash. */
  readonly runs?: RunStore
}

/**
 * Lets programs call the tools of a workspace. Its agents see that where they are presented their tools so.
 * @returns what ends that: programs that still run are cancelled and waited for.
 */
export async function workspaceCodeMode(
  { ctx }: Pick<Workspace, 'ctx'>,
  { runtime: name, limits, runs, ...place }: CodeModeOptions,
): Promise<() => Promise<void>> {
  const { CodeMode, provideCodeRuntime } = await import('@millrace/code-mode')
  const opened = await openRuntime(name, place)
  const { runtime } = opened
  const unmount = provideCodeRuntime(ctx, runtime)
  // It gets ready while the session is opened, or the model thinks.
  void runtime.warm()
  const codeMode = await ctx.plugin(CodeMode, {
    ...(limits !== undefined && { limits }),
    ...(runs !== undefined && { store: runs }),
  })
  return async () => {
    await codeMode.dispose()
    unmount()
    await runtime.close()
    await opened.close()
  }
}
