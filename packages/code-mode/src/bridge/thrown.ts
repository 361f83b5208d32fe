import { isHarnessError } from '@millrace/protocol'

/** The message of anything that was thrown. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    const message = (thrown as { message?: unknown } | null | undefined)?.message
    return typeof message === 'string' ? message : String(thrown)
  } catch {
    return '<unprintable thrown value>'
  }
}

/** The code of an error of the family. */
export function codeOf(thrown: unknown): string | undefined {
  return isHarnessError(thrown) ? thrown.code : undefined
}
