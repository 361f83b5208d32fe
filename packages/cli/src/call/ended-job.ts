import type { JsonValue } from '@millrace/protocol'
import type { ToolExecutionResult } from '@millrace/tools'

/** What a person has to know of what a command left running: it does not outlive this one. */
export function endedJob({ value }: ToolExecutionResult): string | undefined {
  if (!isObject(value)) return undefined
  const { running, exitCode } = value
  // Of all results only that of a command has both.
  if (running !== true || exitCode === undefined) return undefined
  return 'what it left running ended with this command: nothing lives longer than the host that started it'
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
