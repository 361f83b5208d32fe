import type { SandboxMode } from '@millrace/host'
import type { PermissionMode } from '@millrace/policies/permissions'

/** What may happen where no rule decides. */
export const permissionModes: readonly PermissionMode[] = ['default', 'accept-edits', 'plan', 'bypass']

/** Whether commands run inside the operating system's sandbox. */
export const sandboxChoices: readonly SandboxMode[] = ['auto', 'required', 'off']
