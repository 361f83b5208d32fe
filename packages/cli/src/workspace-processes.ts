import { openProcesses, SandboxError, sandboxedProcesses, type Processes } from '@millrace/host'
import { redactedOutput } from '@millrace/policies/redaction'
import { shown, type SecretRedactor } from '@millrace/protocol'
import { lazily } from './lazily.ts'
import type { WorkspaceSandbox } from './workspace-sandbox.ts'

/** The programs that are started for a workspace. */
export interface WorkspaceProcesses {
  /** Commands of tools: inside the sandbox, and without secrets in what they print. */
  readonly commands: Pick<Processes, 'start'>
  /** Programs that the operator named, such as hooks: as they are. */
  readonly trusted: Pick<Processes, 'start'>
  /** The same inside the sandbox. Rejects where none works. */
  readonly sandboxed: Pick<Processes, 'start'>
  /** Programs that are known to start nothing themselves, such as a search. */
  readonly lone: Pick<Processes, 'start'>
  /** Ends everything that still runs. */
  close(): Promise<void>
}

/**
 * What they take of the machine is opened by the first of them, so that calls of other tools leave no trace.
 * @param startOutside - starts the commands that no sandbox keeps in.
 */
export function workspaceProcesses(
  sandbox: WorkspaceSandbox,
  redactor: () => Pick<SecretRedactor, 'stream'>,
  startOutside?: Processes['start'],
): WorkspaceProcesses {
  const trees = lazily(() => openProcesses())
  const lone = lazily(() => openProcesses({ containment: 'group' }))
  const inside = lazily(async () => {
    const opened = await sandbox.open()
    return sandboxedProcesses(trees.get(), opened)
  })
  const startInside: Processes['start'] = async (spec) => (await inside.get()).start(spec)
  const startCommand: Processes['start'] = async (spec) => {
    if (startOutside === undefined || (await sandbox.open()).enforcement !== 'none') return startInside(spec)
    return startOutside(spec)
  }
  return {
    commands: { start: (spec) => redactedOutput(startCommand, redactor())(spec) },
    sandboxed: {
      start: async (spec) => {
        const { backend } = await sandbox.open()
        if (backend === 'none')
          throw new SandboxError(
            'SANDBOX_UNAVAILABLE',
            `${shown(spec.file)} is to run inside the sandbox, and there is none: the settings switch it off, or none works here`,
          )
        return startInside(spec)
      },
    },
    trusted: { start: (spec) => trees.get().start(spec) },
    lone: { start: (spec) => lone.get().start(spec) },
    close: async () => {
      await inside.close((processes) => processes.close())
      await Promise.all([trees, lone].map((each) => each.close((processes) => processes.close())))
    },
  }
}
