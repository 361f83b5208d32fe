import type { AssistantMessage, CallId, ToolCallRequest } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import { readArguments, type CallArguments } from './call-arguments.ts'
import type { Turn } from './turn.ts'

/** Stands in the ids of calls that programs make: no model can have an id that is, or becomes, that of such a call. */
const ofPrograms = ':code:'

/** A call that a model asked for, before it is logged. */
export interface OpenCall {
  /** As it is stored: with an id of its own and without secrets. */
  readonly request: ToolCallRequest
  /** The tool of this name, where the agent sees one. */
  readonly definition: ToolDefinition | undefined
  readonly args: CallArguments
}

/**
 * Reads the calls of an answer, and gives those an id of their own that have none.
 * @returns the calls, and the message as it is stored.
 */
export function openCalls(
  turn: Turn,
  message: AssistantMessage,
): { calls: readonly OpenCall[]; message: AssistantMessage } {
  const { toolCalls = [], ...rest } = message
  if (toolCalls.length === 0) return { calls: [], message }
  const calls = toolCalls.map((call) => openCall(turn, call))
  return { calls, message: { ...rest, toolCalls: calls.map(({ request }) => request) } }
}

function openCall({ agent }: Turn, call: ToolCallRequest): OpenCall {
  const { runtime, config, live } = agent
  const definition = runtime.tools.get(call.name, agent)
  const args = readArguments(call.arguments, definition, config.maxArgumentUnits)
  const { redactor, ids } = runtime
  const isFit =
    call.id !== '' &&
    !call.id.includes(ofPrograms) &&
    (redactor === undefined || redactor.text(call.id) === call.id)
  const id = uniqueId(live.callIds, isFit ? call.id : undefined, () => ids.next('call'))
  live.callIds.add(id)
  return { request: { ...call, id, arguments: args.stored }, definition, args }
}

/** An id that stands for one call of the session alone, now and when it is loaded again. */
function uniqueId(taken: ReadonlySet<CallId>, wanted: CallId | undefined, next: () => CallId): CallId {
  let id = wanted ?? next()
  while (taken.has(id)) id = next()
  return id
}
