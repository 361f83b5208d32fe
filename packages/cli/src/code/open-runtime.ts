import type { CodeRuntime } from '@millrace/code-mode'
import type { Io } from '../io.ts'
import type { WorkspaceSettings } from '../settings.ts'
import type { RuntimeName } from './runtime-names.ts'

/** A place where programs run, and what lets go of what it took of the machine. */
export interface OpenedRuntime {
  readonly runtime: CodeRuntime
  /** After the runtime itself was closed. */
  close(): Promise<void>
}

/** What a runtime needs of its surroundings. */
export interface RuntimePlace {
  readonly env: Io['env']
  /** Whether the processes of the `process` runtime run in a sandbox. */
  readonly sandbox: WorkspaceSettings['sandbox']
}

/**
 * Opens a runtime by its name. What it runs programs with is loaded by the first of them.
 * @throws SandboxError `SANDBOX_UNAVAILABLE` where one is required for processes and none works.
 */
export async function openRuntime(name: RuntimeName, place: RuntimePlace): Promise<OpenedRuntime> {
  const { inlineRuntime, workerRuntime } = await import('@millrace/code-mode/runtimes')
  if (name === 'process') return openProcessRuntime(place)
  const runtime = name === 'inline' ? inlineRuntime() : workerRuntime()
  return { runtime, close: () => Promise.resolve() }
}

async function openProcessRuntime({ env, sandbox: mode }: RuntimePlace): Promise<OpenedRuntime> {
  const [{ processRuntime, processRuntimeFiles }, { openClosedSandbox, openProcesses }] = await Promise.all([
    import('@millrace/code-mode/runtimes'),
    import('@millrace/host'),
  ])
  const sandbox = await openClosedSandbox({ mode, readable: processRuntimeFiles(), env })
  const processes = openProcesses()
  return {
    runtime: processRuntime({ processes, sandbox }),
    close: async () => {
      await processes.close()
      await sandbox.close()
    },
  }
}
