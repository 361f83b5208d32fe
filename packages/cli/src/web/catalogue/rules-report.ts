import type { ListedRule, RuleProblem } from '@millrace/policies/permissions'
import type { RuleDecision, RuleEntry, RulesReport } from '@millrace/web/wire'
import type { LoadedSettings } from '../../config/load-settings.ts'
import { grantWords } from '../../permissions/list-rules.ts'
import type { AllRules } from '../../permissions/all-rules.ts'
import { permissionsOf } from '../../permissions/workspace-permissions.ts'
import type { Workspace } from '../../workspace.ts'
import type { DecidedCall } from './decided-calls.ts'

/** All rules with what they decided lately, and what happens where none does. */
export function rulesReport(
  { rules, problems, grants }: AllRules,
  workspace: Pick<Workspace, 'ctx'>,
  { effective }: Pick<LoadedSettings, 'effective'>,
  calls: readonly DecidedCall[],
): RulesReport {
  const { mode } = permissionsOf(workspace)
  const decidedBy = decisionsOf(rules, calls)
  return {
    mode,
    modeSource: mode === effective.mode.value ? effective.mode.source : 'chosen in the workbench',
    sandbox: sandboxWords(workspace, effective.sandbox),
    rules: rules.map((rule) => ruleEntry(rule, decidedBy.get(rule) ?? [])),
    problems: problems.map(problemEntry),
    grants: grants.map((grant) => ({ id: grant.id, rule: grant.rule, words: grantWords(grant) })),
    callsRead: calls.length,
  }
}

/** `auto: full (bubblewrap), built-in`; how well it keeps commands in is not known before the first of them. */
function sandboxWords(
  { ctx }: Pick<Workspace, 'ctx'>,
  { value, source }: LoadedSettings['effective']['sandbox'],
): string {
  const found = ctx.get('sandbox')
  const kept = found === undefined ? '' : `: ${found.enforcement} (${found.backend})`
  return `${value}${kept}, ${source}`
}

/** Logs name a rule by its list and its text: of several that say the same, the first decides that is not idle. */
function decisionsOf(
  rules: readonly ListedRule[],
  calls: readonly DecidedCall[],
): ReadonlyMap<ListedRule, RuleDecision[]> {
  const byText = new Map<string, { readonly rule: ListedRule; readonly decided: RuleDecision[] }>()
  for (const rule of [...rules.filter(({ idle }) => idle === undefined), ...rules]) {
    const key = keyOf(rule.list, rule.rule.rule)
    if (!byText.has(key)) byText.set(key, { rule, decided: [] })
  }
  for (const { rule, ...decision } of calls)
    if (rule !== undefined) byText.get(keyOf(rule.list, rule.text))?.decided.push(decision)
  return new Map([...byText.values()].map(({ rule, decided }) => [rule, decided]))
}

function keyOf(list: string, text: string): string {
  return `${list} ${text}`
}

function ruleEntry({ list, rule, layer, idle }: ListedRule, decided: readonly RuleDecision[]): RuleEntry {
  const { rule: text, place, reason } = rule
  return {
    list,
    rule: text,
    layer,
    ...(place !== undefined && { source: place }),
    ...(reason !== undefined && { reason }),
    ...(idle !== undefined && { idle }),
    decided,
    fired: decided.length,
  }
}

function problemEntry({ list, rule, place, problem }: RuleProblem): RulesReport['problems'][number] {
  return { list, rule, ...(place !== undefined && { source: place }), problem }
}
