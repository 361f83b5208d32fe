import {
  messageOf,
  type AssistantMessage,
  type FinishReason,
  type ToolCallRequest,
  type Usage,
} from '@millrace/protocol'
import { isJsonValue, snapshotJsonValue } from '@millrace/schema'
import type { ModelAnswer } from '../contract/model.ts'
import { ModelError } from '../contract/model-error.ts'

const finishes: ReadonlySet<unknown> = new Set<FinishReason>([
  'stop',
  'tool-calls',
  'length',
  'content-filter',
  'interrupted',
  'error',
  'other',
])

/** An answer as it can be logged, whoever gave it. @throws ModelError `MODEL_STREAM_CUT` for one that makes no sense. */
export function readAnswer(given: unknown): ModelAnswer {
  const { message, finish, usage } = membersOf(given, 'the answer')
  const read = readUsage(usage)
  return {
    message: readMessage(message),
    finish: finishes.has(finish) ? (finish as FinishReason) : 'other',
    ...(read !== undefined && { usage: read }),
  }
}

function readMessage(given: unknown): AssistantMessage {
  const { reasoning, content, toolCalls } = membersOf(given, 'its message')
  if (!Array.isArray(content)) throw senseless('the content of its message is no array of blocks')
  for (const block of content) {
    if (typeof membersOf(block, 'a block of its content')['type'] !== 'string') {
      throw senseless('a block of its content has no type')
    }
  }
  const calls = list(toolCalls, 'its calls').map(readCall)
  const thoughts = list(reasoning, 'its reasoning')
  const message = {
    role: 'assistant',
    ...(thoughts.length > 0 && { reasoning: thoughts }),
    content,
    ...(calls.length > 0 && { toolCalls: calls }),
  }
  return lossless(message) as AssistantMessage
}

function readCall(given: unknown): ToolCallRequest {
  const { id = '', name, arguments: text = '', metadata } = membersOf(given, 'a call')
  if (typeof id !== 'string' || typeof name !== 'string' || typeof text !== 'string') {
    throw senseless('a call needs a name, and a text as its arguments')
  }
  return {
    id,
    name,
    arguments: text,
    ...(metadata !== undefined && { metadata: lossless(metadata) as never }),
  }
}

/** Usage that cannot be true is none. */
function readUsage(given: unknown): Usage | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { input, output, cachedInput, reasoning } = given as Partial<Usage>
  if (!isCount(input) || !isCount(output)) return undefined
  return {
    input,
    output,
    ...(isCount(cachedInput) && { cachedInput }),
    ...(isCount(reasoning) && { reasoning }),
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && isJsonValue(value)
}

function list(value: unknown, what: string): unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw senseless(`${what} are no array`)
}

function membersOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null)
    return { __proto__: null, ...value } as Record<string, unknown>
  throw senseless(`${what} is no object`)
}

function lossless(value: unknown): unknown {
  try {
    return snapshotJsonValue(value)
  } catch (error) {
    throw senseless(messageOf(error))
  }
}

function senseless(problem: string): ModelError {
  return new ModelError('MODEL_STREAM_CUT', `the model's answer makes no sense: ${problem}`)
}
