import type { JsonValue } from '@millrace/protocol'

/** The arguments of a call of a program as text; a model's stand in the log as text already. */
export function loggedArguments(value: JsonValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '(arguments nested too deeply to be shown)'
  }
}
