import { approval, type ApprovalConfig } from '@millrace/policies/approval'
import { permissions, type PermissionsConfig } from '@millrace/policies/permissions'
import type { ToolGuard } from '@millrace/tools'
import type { TryRules } from './ask/rule-trial.ts'
import { leadsTo } from './leads-to.ts'
import type { WorkspaceSettings } from './settings.ts'
import { tryingRules } from './try-rules.ts'
import type { Workspace } from './workspace.ts'

/** What the policies of a workspace follow. */
export interface PolicyOptions {
  readonly settings: WorkspaceSettings
  /** The person's home folder, where it is known. */
  readonly home: string | undefined
  /** Guards that deny some calls whatever anybody answers. */
  readonly refusals: readonly ToolGuard[]
}

/**
 * Sets up who decides about calls: rules, and whoever is asked where they say so. Wider answers become rules.
 * @returns what finds out what rules would do.
 */
export async function installPolicies(
  workspace: Pick<Workspace, 'root' | 'ctx' | 'tools' | 'agent'>,
  { settings, home, refusals }: PolicyOptions,
): Promise<TryRules> {
  const { ctx, root } = workspace
  const config: PermissionsConfig = {
    layers: settings.layers,
    mode: settings.mode,
    root,
    ...(home !== undefined && home !== '' && { home }),
    refusals,
    resolve: leadsTo,
  }
  await ctx.plugin(permissions, config)
  await ctx.plugin(approval, {
    suggest: (execution) => ctx.permissions.suggest(execution),
    remember: remembering(workspace, settings),
  })
  return tryingRules(workspace, config)
}

/** Makes a rule of a wider answer: from now on, and in a settings file where it is for good. */
function remembering(
  { ctx }: Pick<Workspace, 'ctx'>,
  { saveRule }: WorkspaceSettings,
): NonNullable<ApprovalConfig['remember']> {
  return async (given) => {
    const { rule, lasts, file } = given
    // The rules take it first, as they say what is wrong with it.
    const grant = ctx.permissions.grant(given)
    if (lasts === 'session') return
    try {
      if (saveRule === undefined || file === undefined) throw new Error('no settings file can hold it')
      await saveRule(rule, file, given)
    } catch (error) {
      ctx.permissions.revoke(grant.id, 'millrace')
      throw error
    }
  }
}
