import type { ListedRule, PartVerdict } from '@millrace/policies/permissions'
import type { PartEntry, TestedCall } from '@millrace/web/wire'
import { verdictOn } from '../../permissions/verdict-on.ts'
import type { Workspace } from '../../workspace.ts'
import { WebError } from '../web-error.ts'
import { requireCall } from './require-call.ts'

/** UTF-16 units of a call that a person types. */
const longest = 64 * 1024

/**
 * Says what would happen to a call, part by part. Nothing runs.
 * @param call - in the spelling of rules: `Bash(npm test)`.
 * @throws WebError where it is too long; what `requireCall` and `verdictOn` throw.
 */
export async function testedCall(call: string, workspace: Workspace): Promise<TestedCall> {
  if (call.length > longest)
    throw new WebError(
      'PERMISSION_RULE_INVALID',
      `the call has ${call.length} characters, and at most ${longest} are judged`,
    )
  await requireCall(call, workspace)
  const { verdict, parts, suggestions } = await verdictOn(call, workspace)
  return { verdict, parts: parts.map(partEntry), suggestions }
}

function partEntry({ part, verdict, rule, layer, reason, via = [], overruled = [] }: PartVerdict): PartEntry {
  const source = rule?.place ?? layer
  return {
    part,
    verdict,
    ...(rule !== undefined && { rule: rule.rule }),
    ...(source !== undefined && { source }),
    reason,
    via,
    overruled: overruled.map(overruledWords),
  }
}

/** `allow Bash(git *) of millrace.jsonc:9` */
function overruledWords({ list, rule, layer }: ListedRule): string {
  return `${list} ${rule.rule} of ${rule.place ?? layer}`
}
