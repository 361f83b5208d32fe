import type { PermissionChoice } from '@millrace/acp'
import { escapeVisible } from '@millrace/protocol'
import type { ApprovalQuestion, ApprovalReply, SuggestedRules } from '@millrace/policies/approval'
import { offerOf } from '../ask/offer.ts'
import type { RuleFile } from '../settings.ts'

/** An answer that an editor can choose, and what it means. */
export interface OfferedChoice extends PermissionChoice {
  readonly reply: ApprovalReply
  /** Set where the same is refused from then on: what of these rules, or of nothing but this where they are empty. */
  readonly refuses?: SuggestedRules
}

/** By these words the model is told of a refusal that lasts. */
export const lastingRefusal = 'the person refused this for the rest of the session; do not try it again'

/** The answers to a question, each with all that it means. */
export function permissionChoices(question: ApprovalQuestion, files: readonly RuleFile[]): OfferedChoice[] {
  const offer = offerOf(question, files)
  const once: OfferedChoice = { id: 'once', kind: 'allow_once', name: 'Allow once', reply: { kind: 'once' } }
  const no: OfferedChoice = { id: 'reject', kind: 'reject_once', name: 'Refuse', reply: { kind: 'deny' } }
  // Only one step of an agent can be allowed or refused.
  if (question.kind === 'step') return [once, no]
  const refuses = offer?.rules ?? []
  const what = refuses.length === 0 ? 'exactly this' : refuses.join(' and ')
  const never: OfferedChoice = {
    id: 'reject-always',
    kind: 'reject_always',
    name: `Refuse ${what} for this session`,
    reply: { kind: 'deny', message: lastingRefusal },
    refuses,
  }
  return [once, ...(offer === undefined ? [] : wider(offer.rules, offer.files)), no, never]
}

function wider(rules: SuggestedRules, [file]: readonly RuleFile[]): OfferedChoice[] {
  const rule = rules.join(' and ')
  const session: OfferedChoice = {
    id: 'session',
    kind: 'allow_always',
    name: `Allow ${rule} for this session`,
    reply: { kind: 'session', rules },
  }
  if (file === undefined) return [session]
  const always: OfferedChoice = {
    id: 'always',
    kind: 'allow_always',
    name: `Always allow ${rule} → ${escapeVisible(file.label)}`,
    reply: { kind: 'always', rules, file: file.path },
  }
  return [session, always]
}
