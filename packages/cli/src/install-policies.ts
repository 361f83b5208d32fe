import { standardPolicies } from '@millrace/policies'
import type { ApprovalConfig } from '@millrace/policies/approval'
import { hooks } from '@millrace/policies/hooks'
import type { PermissionsConfig, RuleLayer } from '@millrace/policies/permissions'
import { homeOf, randomIds } from '@millrace/host'
import type { ToolDefinition, ToolGuard } from '@millrace/tools'
import { hostUrl } from './host-url.ts'
import type { Io } from './io.ts'
import { leadsTo } from './leads-to.ts'
import { secretValues } from './secret-values.ts'
import type { WorkspaceSettings } from './settings.ts'
import type { WorkspaceMachine } from './workspace-machine.ts'
import type { Workspace } from './workspace.ts'

/** What the policies of a workspace follow. */
export interface PolicyOptions {
  readonly settings: WorkspaceSettings
  readonly env: Io['env']
  readonly machine: WorkspaceMachine
  /** Whether all that a tool starts runs in the machine's sandbox. */
  readonly runsInside: (definition: ToolDefinition) => boolean
  /** Guards that deny some calls whatever anybody answers. */
  readonly refusals: readonly ToolGuard[]
}

type Policed = Pick<Workspace, 'root' | 'ctx' | 'tools' | 'agent'>

// These bound what they return themselves, and are asked for what is long.
const longResults = { read: 320_000, web_fetch: 320_000, grep: 320_000, job_output: 320_000 }

/** Sets up who decides about calls, and what bounds them. Wider answers become rules. */
export async function installPolicies(workspace: Policed, options: PolicyOptions): Promise<void> {
  const { ctx } = workspace
  const { settings, machine } = options
  await ctx.plugin(standardPolicies, {
    permissions: permissionsOf(workspace, options),
    approval: { remember: remembering(workspace, settings), suggestHost: suggestingHosts(workspace) },
    timeout: { tools: { ask_user: 'none' } },
    redaction: { values: hiddenValues(workspace, options) },
    spill: { store: () => machine.spills.open(), tools: longResults, ...settings.spill },
  })
  judgeInSandbox(workspace, options)
  await installHooks(workspace, options)
  if (settings.telemetry?.enabled === true) {
    const { telemetry } = await import('@millrace/policies/telemetry')
    const { arguments: recordArguments = false, results: recordResults = false } = settings.telemetry
    await ctx.plugin(telemetry, { recordArguments, recordResults })
  }
}

function hiddenValues({ ctx }: Policed, { settings, env }: PolicyOptions): string[] {
  const ofServers = settings.servers?.start.flatMap(({ secrets }) => secrets) ?? []
  const named = secretValues(env, settings.secrets ?? [], (message) => ctx.logger.warn(message))
  return [...new Set([...named, ...ofServers])]
}

function permissionsOf(
  { root }: Policed,
  { settings, env, machine, refusals, runsInside }: PolicyOptions,
): PermissionsConfig {
  return {
    layers: [keptOutput(machine), ...settings.layers],
    mode: settings.mode,
    root,
    home: homeOf(env),
    sandbox: () => ({
      enforcement: machine.sandbox.enforcement,
      keepsIn: settings.asksInSandbox === true ? () => false : runsInside,
    }),
    refusals,
    resolve: leadsTo,
  }
}

/** What did not fit into a result is there to be read. */
function keptOutput({ spills }: WorkspaceMachine): RuleLayer {
  const isPlain = !/[*?[\]{}()!\\]/.test(spills.folder)
  const allow = isPlain ? [{ rule: `Read(${spills.folder}/*)` }] : []
  return { name: 'built-in', mayGrant: true, allow, ask: [], deny: [] }
}

/** Before a command is judged, it is found out what would keep it in. */
function judgeInSandbox({ ctx, tools }: Policed, { machine, runsInside }: PolicyOptions): void {
  ctx.on(
    'tools/pre-execute',
    async ({ name, agent }, next) => {
      const definition = tools.get(name, agent)
      if (definition !== undefined && runsInside(definition)) await machine.sandbox.open()
      return next()
    },
    { prepend: true },
  )
}

async function installHooks({ ctx, root }: Policed, { settings, machine }: PolicyOptions): Promise<void> {
  if (settings.hooks === undefined || Object.keys(settings.hooks).length === 0) return
  await ctx.plugin(hooks, {
    hooks: settings.hooks,
    start: (spec) => machine.processes.trusted.start(spec),
    root,
    env: machine.commandEnv,
    sessionId: randomIds.next('session'),
    permissionMode: () => ctx.permissions.mode,
  })
}

/** Rules for requests, as those decide about hosts of commands, too. */
function suggestingHosts({ ctx }: Policed): NonNullable<ApprovalConfig['suggestHost']> {
  return (host, port) => {
    const { suggestions } = ctx.permissions.judge('web_fetch', { url: hostUrl(host, port) })
    return suggestions.flatMap((rules) => (rules.length === 1 ? rules : []))
  }
}

/** Makes a rule of a wider answer: from now on, and in a settings file where it is for good. */
function remembering(
  { ctx }: Policed,
  { saveRule, hasManySessions = false }: WorkspaceSettings,
): NonNullable<ApprovalConfig['remember']> {
  return async (given, agent) => {
    const { lasts, file } = given
    // The rules take it first, as they say what is wrong with it.
    const grant = ctx.permissions.grant(given, hasManySessions ? agent : undefined)
    if (lasts === 'session') return
    try {
      if (saveRule === undefined || file === undefined) throw new Error('no settings file can hold it')
      await saveRule(grant, file)
    } catch (error) {
      ctx.permissions.revoke(grant.id, 'millrace')
      throw error
    }
  }
}
