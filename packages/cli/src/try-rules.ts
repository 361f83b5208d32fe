import { Context } from '@deepseek-ai/cordis'
import { permissions, type PermissionsConfig, type RuleLayer } from '@millrace/policies/permissions'
import type { JsonValue } from '@millrace/protocol'
import { ToolRuntime } from '@millrace/tools'
import type { AskedExecution, TryRules } from './ask/rule-trial.ts'
import type { Workspace } from './workspace.ts'

/** Tries rules beside those of a workspace, in permissions of their own, so that nothing is kept. */
export function tryingRules(
  { ctx, tools, agent }: Pick<Workspace, 'ctx' | 'tools' | 'agent'>,
  config: PermissionsConfig,
): TryRules {
  return async (rules, call, others) => {
    const tried: RuleLayer = {
      name: 'tried',
      mayGrant: true,
      allow: rules.map((rule) => ({ rule })),
      ask: [],
      deny: [],
    }
    const own = new Context()
    try {
      const ownTools = new ToolRuntime(own)
      for (const name of new Set([call, ...others].map((each) => each.name))) {
        const definition = tools.get(name, agent)
        if (definition !== undefined) ownTools.register(definition)
      }
      await own.plugin(permissions, { ...config, layers: [...config.layers, tried] })
      const isAllowed = ({ name, arguments: args }: AskedExecution): boolean =>
        own.permissions.judge(name, args as JsonValue).verdict === 'allow'
      const problem = problemOf(own, rules, call)
      if (problem !== undefined) return { problem, alsoAllows: [] }
      return { alsoAllows: others.filter((other) => isAllowed(other) && !isAllowedAlready(ctx, other)) }
    } finally {
      await own.fiber.dispose()
    }
  }
}

/** Why rules are not worth keeping for a call. */
function problemOf(
  { permissions: tried }: Context,
  rules: readonly string[],
  call: AskedExecution,
): string | undefined {
  const wrong = tried.problems().find(({ rule, list }) => list === 'allow' && rules.includes(rule))
  if (wrong !== undefined) return wrong.problem
  const { verdict, decisive } = tried.judge(call.name, call.arguments as JsonValue)
  if (verdict === 'allow') return undefined
  const idle = tried.list().find(({ layer, idle: why }) => layer === 'tried' && why !== undefined)?.idle
  const which = rules.length === 1 ? 'this rule' : 'these rules'
  return `with ${which} the call would be asked about all the same: ${idle ?? decisive.reason}`
}

function isAllowedAlready(ctx: Context, { name, arguments: args, agent }: AskedExecution): boolean {
  return ctx.permissions.judge(name, args as JsonValue, agent).verdict === 'allow'
}
