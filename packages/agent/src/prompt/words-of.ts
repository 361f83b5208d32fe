import { shown } from '@millrace/protocol'

/** What a thrown value says, as part of a message; it may be anything, and hostile. */
export function wordsOf(thrown: unknown): string {
  try {
    return shown(thrown instanceof Error ? thrown.message : String(thrown))
  } catch {
    return 'an error that cannot be shown'
  }
}
