import { isHarnessError } from '@millrace/schema'

/** The message of anything that was thrown. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    const message = (thrown as { message?: unknown } | null | undefined)?.message
    return typeof message === 'string' ? message : String(thrown)
  } catch {
    return '<unprintable thrown value>'
  }
}

/** The stable code of an error of the family. Never throws. */
export function codeOf(thrown: unknown): string | undefined {
  return isHarnessError(thrown) ? thrown.code : undefined
}
