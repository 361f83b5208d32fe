import type { Context } from '@deepseek-ai/cordis'
import type { ApprovalConfig } from './approval/contract.ts'
import { approval } from './approval/plugin.ts'
import type { PermissionsConfig } from './permissions/contract.ts'
import { permissions } from './permissions/plugin.ts'
import type { RedactionConfig } from './redaction/contract.ts'
import { redaction } from './redaction/plugin.ts'
import type { RepeatConfig } from './repeat/contract.ts'
import { repeat } from './repeat/plugin.ts'
import type { RetryConfig } from './retry/contract.ts'
import { retry } from './retry/plugin.ts'
import type { SpillConfig } from './spill/contract.ts'
import { spill } from './spill/plugin.ts'
import type { TimeoutConfig } from './timeout/contract.ts'
import { timeout } from './timeout/plugin.ts'

/** What the standard policies follow. All but the rules have defaults. */
export interface StandardPolicies {
  readonly permissions: PermissionsConfig
  /** Its `suggest` and `remember` are those of the permissions unless given. */
  readonly approval?: ApprovalConfig
  readonly timeout?: TimeoutConfig
  readonly retry?: RetryConfig
  readonly repeat?: RepeatConfig
  readonly redaction?: RedactionConfig
  /** Where too large results go; without it they are not cut. */
  readonly spill?: SpillConfig
}

/**
 * The policies that every host wants, in one plugin and in the order in which they fit together: secrets are gone from
 * a result before it is written anywhere.
 */
export const standardPolicies = {
  name: 'standard-policies',
  inject: ['tools'],
  async apply(ctx: Context, config: StandardPolicies): Promise<void> {
    await ctx.plugin(permissions, config.permissions)
    const rules = ctx.get('permissions')
    await ctx.plugin(approval, {
      suggest: (execution) => rules?.suggest(execution).filter((each) => isWithoutSecrets(each, ctx)) ?? [],
      remember: (given, agent) => void rules?.grant(given, agent),
      ...config.approval,
    })
    await ctx.plugin(timeout, config.timeout ?? {})
    await ctx.plugin(retry, config.retry ?? {})
    await ctx.plugin(repeat, config.repeat ?? {})
    await ctx.plugin(redaction, config.redaction ?? { values: [] })
    if (config.spill !== undefined) await ctx.plugin(spill, config.spill)
  },
}

/** What is suggested is shown, and saved as it is. */
function isWithoutSecrets(rules: readonly string[], ctx: Context): boolean {
  const redactor = ctx.get('redaction')
  return redactor === undefined || rules.every((rule) => redactor.text(rule) === rule)
}
