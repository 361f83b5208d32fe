import type { ApprovalAnswer, ApprovalReply, SuggestedRules } from './contract.ts'

/** Takes an answer for a reply only if it is exactly one; each member is read once. `undefined` for anything else. */
export function readReply(answer: unknown): ApprovalReply | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  // Own members alone: what somebody put on Object.prototype is no answer.
  const { kind, rules: given, file, message }: Record<string, unknown> = { __proto__: null, ...answer }
  if (kind === 'once' || kind === 'cancel') return { kind }
  if (kind === 'session' || kind === 'always') {
    const rules = readRules(given)
    if (rules === undefined) return undefined
    if (kind === 'session' || file === undefined) return { kind, rules }
    return isText(file) ? { kind, rules, file } : undefined
  }
  if (kind !== 'deny') return undefined
  if (message === undefined) return { kind }
  return typeof message === 'string' ? { kind, message } : undefined
}

/** More rules are nothing that a person reads before saying yes. */
const mostRules = 4

/** Takes a list for rules that allow together; a copy, as it is read once. `undefined` for anything else. */
export function readRules(list: unknown): SuggestedRules | undefined {
  if (!Array.isArray(list)) return undefined
  const rules: unknown[] = [...list]
  return rules.length > 0 && rules.length <= mostRules && rules.every(isText)
    ? Object.freeze(rules)
    : undefined
}

/** What an answer from afar says of itself, where it says all of that. */
export function readAnswer(
  answer: unknown,
): (Omit<ApprovalAnswer, 'reply'> & { reply: unknown }) | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { requestId, hash, nonce, by, reply }: Record<string, unknown> = { __proto__: null, ...answer }
  if (!isText(requestId) || !isText(hash) || !isText(nonce) || !isText(by)) return undefined
  return { requestId, hash, nonce, by, reply }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
