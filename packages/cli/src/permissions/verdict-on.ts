import type { Verdict } from '@millrace/policies/permissions'
import type { Workspace } from '../workspace.ts'
import { permissionsOf } from './workspace-permissions.ts'

/**
 * Judges a call without making it.
 * @param call - in the spelling of rules: `Bash(npm test)`.
 * @throws PermissionError where the text is no call; SandboxError where a sandbox is required and none works; UsageError where
 * a host brought a workspace without rules.
 */
export async function verdictOn(
  call: string,
  workspace: Pick<Workspace, 'ctx' | 'agent' | 'openSandbox'>,
): Promise<Verdict> {
  // What keeps commands in has a say in whether they are asked about.
  if (/^\s*bash\b/i.test(call)) await workspace.openSandbox?.()
  return permissionsOf(workspace).test(call, workspace.agent)
}
