import { openProcesses, sandboxedProcesses, type Processes } from '@millrace/host'
import { redactedOutput } from '@millrace/policies/redaction'
import type { SecretRedactor } from '@millrace/protocol'
import { lazily } from './lazily.ts'
import type { WorkspaceSandbox } from './workspace-sandbox.ts'

/** The programs that are started for a workspace. */
export interface WorkspaceProcesses {
  /** Commands of tools: inside the sandbox, and without secrets in what they print. */
  readonly commands: Pick<Processes, 'start'>
  /** Programs that the operator named, such as hooks: as they are. */
  readonly trusted: Pick<Processes, 'start'>
  /** Programs that are known to start nothing themselves, such as a search. */
  readonly lone: Pick<Processes, 'start'>
  /** Ends everything that still runs. */
  close(): Promise<void>
}

/** What they take of the machine is opened by the first of them, so that calls of other tools leave no trace. */
export function workspaceProcesses(
  sandbox: WorkspaceSandbox,
  redactor: () => Pick<SecretRedactor, 'stream'>,
): WorkspaceProcesses {
  const trees = lazily(() => openProcesses())
  const lone = lazily(() => openProcesses({ containment: 'group' }))
  const inside = lazily(async () => {
    const opened = await sandbox.open()
    return sandboxedProcesses(trees.get(), opened)
  })
  const startInside: Processes['start'] = async (spec) => (await inside.get()).start(spec)
  return {
    commands: { start: (spec) => redactedOutput(startInside, redactor())(spec) },
    trusted: { start: (spec) => trees.get().start(spec) },
    lone: { start: (spec) => lone.get().start(spec) },
    close: async () => {
      await inside.close((processes) => processes.close())
      await Promise.all([trees, lone].map((each) => each.close((processes) => processes.close())))
    },
  }
}
