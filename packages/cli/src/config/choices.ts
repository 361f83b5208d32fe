import type { SandboxMode } from '@millrace/host'
import type { PermissionMode } from '@millrace/policies/permissions'
import type { ToolPresentationMode } from '@millrace/tools'

/** What may happen where no rule decides. */
export const permissionModes: readonly PermissionMode[] = ['default', 'accept-edits', 'plan', 'bypass']

/** Whether commands run inside the operating system's sandbox. */
export const sandboxChoices: readonly SandboxMode[] = ['auto', 'required', 'off']

/** How agents call tools: one by one, by programs alone, or both ways. */
export const toolModes: readonly ToolPresentationMode[] = ['native', 'code', 'both']
