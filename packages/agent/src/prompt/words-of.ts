import { messageOf, shown } from '@millrace/protocol'

/** What a thrown value says, as part of a message; it may be anything, and hostile. */
export function wordsOf(thrown: unknown): string {
  return shown(messageOf(thrown))
}
