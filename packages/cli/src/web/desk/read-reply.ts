import { show } from '@millrace/cards'
import { escapeVisible } from '@millrace/protocol'
import type { ApprovalReply } from '@millrace/policies/approval'
import type { QuestionReply, RuleOffer } from '@millrace/web/wire'

/** Of a longer reason a model needs the start. In UTF-16 units. */
const longestReason = 2_000
/** A longer rule is no rule that a person reads before saying yes. In UTF-16 units. */
const longestRule = 300
const mostRules = 4

/**
 * What a person answered, where that is an answer that was offered; `undefined` for anything else.
 * @param offer - the wider answers that there are.
 * @param isWorthKeeping - whether rules would allow what is asked about.
 */
export function readReply(
  reply: QuestionReply,
  offer: RuleOffer | undefined,
  isWorthKeeping: (rules: readonly string[]) => boolean,
): ApprovalReply | undefined {
  switch (reply.kind) {
    case 'once':
      return { kind: 'once' }
    case 'deny':
      return denial(reply.message)
    case 'session':
    case 'always': {
      if (offer === undefined || !areRules(reply.rules, offer) || !isWorthKeeping(reply.rules))
        return undefined
      const rules = [...reply.rules]
      if (reply.kind === 'session') return { kind: 'session', rules }
      const file = reply.file ?? offer.files[0]?.path
      return file !== undefined && offer.files.some(({ path }) => path === file)
        ? { kind: 'always', rules, file }
        : undefined
    }
  }
}

function denial(message: string | undefined): ApprovalReply {
  const words = escapeVisible((message ?? '').trim(), { lines: true })
    .slice(0, longestReason)
    .toWellFormed()
  return words === '' ? { kind: 'deny' } : { kind: 'deny', message: words }
}

function areRules(rules: readonly string[], { suggested, isEditable }: RuleOffer): boolean {
  if (!isEditable)
    return suggested.some((set) => set.length === rules.length && set.every((rule, at) => rule === rules[at]))
  const isRule = (rule: string): boolean =>
    // What has to be escaped to be seen is not what would be saved.
    rule.trim() !== '' && rule.length <= longestRule && show(rule) === rule
  return rules.length > 0 && rules.length <= mostRules && rules.every(isRule)
}
