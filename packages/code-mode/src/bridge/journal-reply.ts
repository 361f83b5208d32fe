import type { JournalReply } from '../contract/run-store.ts'
import type { GuestReply } from '../contract/runtime.ts'

/** A reply as the journal keeps it. */
export function recordOf(reply: GuestReply): JournalReply {
  if (reply.ok) return { ok: true, text: reply.value }
  return { ok: false, text: reply.message, ...(reply.code !== undefined && { code: reply.code }) }
}

/** What the program gets again. */
export function replyOf({ ok, text, code }: JournalReply): GuestReply {
  if (ok) return { ok, value: text }
  return { ok, message: text, ...(code !== undefined && { code }) }
}
