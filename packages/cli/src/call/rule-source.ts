import { decisionOf, type Card } from '@millrace/cards'
import type { Workspace } from '../workspace.ts'
import type { CallArguments } from './arguments.ts'

/** Where the rule stands that denied a call: `millrace.jsonc:14`; `undefined` where none did, or it stands in no file. */
export function ruleSource(
  card: Card,
  args: CallArguments,
  { ctx, agent }: Pick<Workspace, 'ctx' | 'agent'>,
): string | undefined {
  const denying = card.status === 'denied' ? decisionOf(card)?.rule : undefined
  if (denying === undefined) return undefined
  const rule = ctx.get('permissions')?.judge(card.tool, args.value, agent).decisive.rule
  return rule?.rule === denying ? rule.place : undefined
}
