import { isHarnessError, redactPointers, type JsonValue } from '@millrace/protocol'
import { parseToolArguments } from '@millrace/schema'
import type { ToolDefinition } from '@millrace/tools'
import { exampleArguments, typedCall } from '../../call/example.ts'
import { requireValid } from '../../call/require-valid.ts'
import { isServerTool } from '../../mcp/tool-server.ts'
import { visibleTool } from '../../tools/listed.ts'
import { UsageError } from '../../usage-error.ts'
import type { Workspace } from '../../workspace.ts'
import { modelOfCall, type HandmadeCall } from './call-model.ts'
import { WebError } from '../web-error.ts'
import type { StartSession } from './start-session.ts'

/**
 * Makes a call that a person wants, in a session of its own, through the same pipeline as a model's.
 * @returns the id of the session.
 * @throws UsageError and WebError, as the command line would refuse it: nothing was begun then.
 */
export async function makeCall(
  call: HandmadeCall,
  workspace: Workspace,
  startSession: StartSession,
): Promise<string> {
  await requireServer(call.tool, workspace)
  const definition = await visibleTool(call.tool, workspace)
  const value = argumentsOf(call, definition)
  if (definition.effects !== 'none' || !isObject(value))
    await requireValid(definition, { value, text: call.argumentsText })
  return startSession(modelOfCall(call), promptOf(definition, value), { mode: 'native' })
}

/** Tells why the server of a tool is not there, rather than that there is no such tool. */
async function requireServer(tool: string, workspace: Workspace): Promise<void> {
  if (!isServerTool(tool)) return
  const { missingServer } = await import('../../mcp/missing-server.ts')
  const missing = missingServer(tool, workspace)
  if (missing === undefined) return
  const { code, message, hint } = missing
  throw new WebError(code, message, hint === undefined ? [] : [hint])
}

function argumentsOf({ argumentsText }: HandmadeCall, tool: ToolDefinition): JsonValue {
  try {
    return parseToolArguments(argumentsText)
  } catch (error) {
    if (!isHarnessError(error)) throw error
    const example = JSON.stringify(exampleArguments(tool))
    throw new UsageError(
      `the arguments of "${tool.name}" cannot be read: ${error.message}`,
      [`for example: ${example}`],
      'INVALID_ARGS',
    )
  }
}

/** UTF-16 units of what stands for a call in the list of sessions. */
const longestPrompt = 200

/** `call read path=package.json` */
function promptOf(tool: ToolDefinition, value: JsonValue): string {
  const shown = redactPointers(value, tool.secrets ?? [])
  const words = typedCall(tool, isObject(shown) ? shown : {}).replace(/^millrace /, '')
  return words.length > longestPrompt ? `${words.slice(0, longestPrompt).toWellFormed()}…` : words
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
