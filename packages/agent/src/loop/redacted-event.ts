import type { JsonValue } from '@millrace/protocol'
import type { LogRedactor } from './runtime.ts'

/** Ids by which events refer to each other: they must stay equal. */
const references = [
  'callId',
  'callSeq',
  'rootCallId',
  'parentCallId',
  'subCallId',
  'agentId',
  'requestId',
  'turn',
  'step',
]

/** The data of an event as it may be stored; the very same where it holds no secret. */
export function redactedEvent<D extends object>(redactor: LogRedactor | undefined, data: D): D {
  if (redactor === undefined) return data
  const redacted = redactor.json(data as JsonValue) as unknown as D
  if (redacted === data) return data
  const kept = Object.entries(data).filter(([name]) => references.includes(name))
  return { ...redacted, ...Object.fromEntries(kept) }
}
