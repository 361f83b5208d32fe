import type { Permissions } from '@millrace/policies/permissions'
import { UsageError } from '../usage-error.ts'
import type { Workspace } from '../workspace.ts'

/**
 * The rules of a workspace.
 * @throws UsageError where a host brought a workspace without them.
 */
export function permissionsOf({ ctx }: Pick<Workspace, 'ctx'>): Permissions {
  const permissions = ctx.get('permissions')
  if (permissions === undefined) throw new UsageError('this host judges calls without rules')
  return permissions
}
