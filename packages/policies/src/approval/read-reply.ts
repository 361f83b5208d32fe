import type { ApprovalAnswer, ApprovalReply } from './contract.ts'

/** Takes an answer for a reply only if it is exactly one; each member is read once. `undefined` for anything else. */
export function readReply(answer: unknown): ApprovalReply | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  // Own members alone: what somebody put on Object.prototype is no answer.
  const { kind, rule, file, message }: Record<string, unknown> = { __proto__: null, ...answer }
  if (kind === 'once' || kind === 'cancel') return { kind }
  if (kind === 'session' && isText(rule)) return { kind, rule }
  if (kind === 'always' && isText(rule)) {
    if (file === undefined) return { kind, rule }
    return isText(file) ? { kind, rule, file } : undefined
  }
  if (kind !== 'deny') return undefined
  if (message === undefined) return { kind }
  return typeof message === 'string' ? { kind, message } : undefined
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
