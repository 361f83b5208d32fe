import type { RuleList, WrittenRule } from '@millrace/policies/permissions'
import type { ReplayRules } from '@millrace/web/wire'
import { WebError } from '../web-error.ts'

const most = { rules: 1000, units: 4096 }

/**
 * Rules that somebody wrote in a page; each says where it stands there, as `allow 3`.
 * @throws WebError where they are too many, or one is too long to be a rule.
 */
export function pageRules(written: ReplayRules['rules']): Readonly<Record<RuleList, readonly WrittenRule[]>> {
  return {
    allow: listed('allow', written.allow),
    ask: listed('ask', written.ask),
    deny: listed('deny', written.deny),
  }
}

function listed(list: RuleList, rules: readonly string[]): readonly WrittenRule[] {
  if (rules.length > most.rules)
    throw new WebError(
      'RULES_INVALID',
      `the list ${list} has ${rules.length} rules, and at most ${most.rules} are tried at once`,
    )
  return rules.map((rule, index) => {
    const place = `${list} ${index + 1}`
    if (rule.length <= most.units) return { rule, place }
    throw new WebError(
      'RULES_INVALID',
      `${place}: expected a rule of at most ${most.units} characters, such as Bash(git status); this one has ${rule.length}`,
    )
  })
}
