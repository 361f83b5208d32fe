import type { SessionEvent } from '@millrace/protocol'
import { amount, boolean, list, literal, optional, record, string, type Read } from '../view/reader.ts'

const reasons = ['done', 'concluded', 'interrupted', 'limit', 'denied', 'failed'] as const
const statuses = ['done', 'failed', 'denied', 'cancelled'] as const
const outcomes = ['allowed-once', 'rejected', 'cancelled', 'unavailable'] as const

const error = optional(record<{ name: string; code: string }>({ name: string, code: string }))

/** What the events about calls must carry for the cards; what a content is made of is read where it is shown. */
const readers: { readonly [type: string]: Read<unknown> } = {
  'tool/call': record<object>({ callId: string, name: string, arguments: string }),
  'tool/code-dispatch-start': record<object>({ parentCallId: string, subCallId: string, name: string }),
  'tool/progress': record<object>({
    callId: string,
    text: optional(string),
    done: optional(amount),
    total: optional(amount),
  }),
  'tool/trace': record<object>({
    callId: string,
    status: literal(...statuses),
    by: optional(string),
    rule: optional(string),
    stages: list(record<object>({ stage: string, source: string, decision: optional(string) })),
  }),
  'tool/result': record<object>({ callId: string, isError: boolean, error }),
  'tool/code-dispatch': record<object>({ subCallId: string, isError: boolean, error }),
  'tool/code-console': record<object>({ callId: string, text: string }),
  'tool/code-resumed': record<object>({
    callId: string,
    from: literal('image', 'journal'),
    recorded: amount,
    unknown: amount,
  }),
  'approval/asked': record<object>({ callId: string, reason: optional(string) }),
  'approval/decided': record<object>({
    callId: string,
    outcome: literal(...outcomes),
    by: string,
    message: optional(string),
  }),
  'permission/granted': record<object>({
    id: string,
    lasts: literal('session', 'always'),
    for: optional(record<object>({ callId: string })),
  }),
  'permission/revoked': record<object>({ id: string }),
  'agent/started': record<object>({
    agentId: string,
    parentCallId: string,
    principal: string,
    description: string,
  }),
  'agent/ended': record<object>({ agentId: string, reason: literal(...reasons) }),
}

/** Whether an event about calls has the data that its type promises; other types are read where they are folded. */
export function isReadable({ type, data }: SessionEvent): boolean {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (read === undefined) return true
  try {
    read(data)
    return true
  } catch {
    return false
  }
}
