import { removeRule } from '../../config/remove-rule.ts'
import type { Io } from '../../io.ts'
import { permissionsOf } from '../../permissions/workspace-permissions.ts'
import { asUsage } from '../../with-workspace.ts'
import type { Workspace } from '../../workspace.ts'
import { person } from '../desk/page-approvals.ts'
import { WebError } from '../web-error.ts'

/**
 * Takes back what somebody allowed beyond single calls: at once, and in the settings where it was for good.
 * @param id - that of a grant.
 * @throws WebError where there is none, or it stands where this command does not write; UsageError where a file cannot be changed.
 */
export async function revokeGrant(
  id: string,
  workspace: Pick<Workspace, 'ctx' | 'root'>,
  env: Io['env'],
): Promise<void> {
  const permissions = permissionsOf(workspace)
  const grant = permissions.grants().find((each) => each.id === id)
  if (grant === undefined)
    throw new WebError('GRANT_NOT_FOUND', `nothing that was allowed has the id "${id}" any more`)
  if (grant.lasts === 'always') {
    const found = await asUsage(() => removeRule(id, { folder: workspace.root, env }))
    const kept = found.flatMap((each) => each.kept ?? [])
    if (kept.length > 0) throw new WebError('GRANT_STAYS', `"${grant.rule}" stays`, kept)
  }
  permissions.revoke(id, person)
}
