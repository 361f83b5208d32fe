import type { Grant } from '@millrace/protocol'
import type { ListedRule, RuleProblem } from '@millrace/policies/permissions'
import type { Io } from '../io.ts'
import { findServers, type ServerSettingsOf } from '../mcp/find-servers.ts'
import type { Workspace } from '../workspace.ts'
import { permissionsOf } from './workspace-permissions.ts'

/** The rules that count in a workspace now. */
export interface AllRules {
  readonly rules: readonly ListedRule[]
  readonly problems: readonly RuleProblem[]
  /** What somebody allowed for good. */
  readonly grants: readonly Grant[]
}

/** All rules of a workspace, and which of them never match. */
export async function allRules(
  workspace: Pick<Workspace, 'ctx'>,
  settings: ServerSettingsOf,
  env: Io['env'],
): Promise<AllRules> {
  const permissions = permissionsOf(workspace)
  const servers = await serverNames(settings, env)
  return { rules: permissions.list(servers), problems: permissions.problems(), grants: permissions.grants() }
}

/** What rules call the servers of the folder; none is started for that. */
async function serverNames(settings: ServerSettingsOf, env: Io['env']): Promise<readonly string[]> {
  const { servers } = await findServers(settings, env)
  if (servers.length === 0) return []
  const { toolPrefix } = await import('@millrace/mcp')
  return servers.map(({ name }) => toolPrefix(name).slice('mcp__'.length, -'__'.length))
}
