import { redactPointers, type JsonValue } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import type { ToolExecution, ToolExecutionResult } from '@millrace/tools'
import type { HooksConfig } from './contract.ts'
import { familiarInput, familiarName, familiarResponse } from './familiar-tools.ts'
import type { ToolEvent } from './read-settings.ts'

/** What a hook reads: one line of JSON. */
export function hookInput(
  event: ToolEvent,
  execution: Readonly<ToolExecution>,
  secrets: readonly string[],
  config: HooksConfig,
  result?: Readonly<ToolExecutionResult>,
): string {
  const { name, callId } = execution
  const { root, sessionId, transcriptPath = '', permissionMode } = config
  const args = redactPointers(argumentsOf(execution), secrets)
  return `${printJson({
    session_id: sessionId,
    transcript_path: transcriptPath,
    cwd: root,
    permission_mode: permissionMode?.() ?? 'default',
    hook_event_name: event,
    tool_name: familiarName(name),
    tool_input: familiarInput(name, args, root),
    tool_use_id: callId,
    ...outcomeOf(name, args, root, result),
  })}\n`
}

/** The arguments of a call that was admitted, or is about to be: they were read. */
export function argumentsOf({ arguments: args }: Readonly<ToolExecution>): JsonValue {
  return (args ?? null) as JsonValue
}

function outcomeOf(
  name: string,
  args: JsonValue,
  root: string,
  result: Readonly<ToolExecutionResult> | undefined,
): Record<string, JsonValue> {
  if (result === undefined) return {}
  if (!result.isError) return { tool_response: familiarResponse(name, result.value, args, root) }
  const { message, info } = result.error
  return { error: message, is_interrupt: info?.name === 'AbortError' }
}
