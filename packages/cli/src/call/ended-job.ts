import type { JsonValue } from '@millrace/protocol'
import type { ToolExecutionResult } from '@millrace/tools'

/** What a person has to know of a job that a call left running: it does not outlive the command. */
export function endedJob({ value }: ToolExecutionResult): string | undefined {
  if (!isObject(value)) return undefined
  const { job, running } = value
  if (typeof job !== 'string' || running !== true) return undefined
  return `job ${job} ended with this command: jobs live no longer than the host that started them`
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
