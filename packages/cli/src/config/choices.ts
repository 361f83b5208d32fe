import type { PermissionMode } from '@millrace/policies/permissions'
import type { SandboxChoice } from './file-settings.ts'

/** What may happen where no rule decides. */
export const permissionModes: readonly PermissionMode[] = ['default', 'accept-edits', 'plan', 'bypass']

/** Whether commands run inside the operating system's sandbox. */
export const sandboxChoices: readonly SandboxChoice[] = ['auto', 'required', 'off']
