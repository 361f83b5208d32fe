import type { PermissionMode, Permissions } from '@millrace/policies/permissions'
import { permissionModes } from '../config/choices.ts'

/**
 * The permission modes that can be chosen while the command runs.
 * @param allowsBypass - whether the operator lets somebody choose the mode that asks nobody.
 */
export function offeredModes(
  { mode: now }: Pick<Permissions, 'mode'>,
  allowsBypass: boolean,
): readonly PermissionMode[] {
  // Settings may begin with it; what was left can be come back to.
  const hasBypass = allowsBypass || now === 'bypass'
  return permissionModes.filter((mode) => mode !== 'bypass' || hasBypass)
}
