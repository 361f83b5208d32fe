import type { ToolRuntime } from '@millrace/tools'
import { namesOf } from '../call/names.ts'
import { toldSchemas } from '../call/told-schemas.ts'
import type { ViewOptions } from '../contract.ts'
import type { OpenAIResponsesTool, OpenAITool } from './contract.ts'

/**
 * The visible tools as `tools` of a chat completion, under names that the API takes. Schemas stand as they are.
 * @returns copies that the caller may change.
 */
export function toOpenAI(tools: ToolRuntime, options: ViewOptions = {}): OpenAITool[] {
  const names = namesOf(tools, options)
  return toldSchemas(tools, options).map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name: names.theirs(name), description, parameters: parameters as Record<string, unknown> },
  }))
}

/**
 * The visible tools as `tools` of the Responses API, without strict mode. Schemas stand as they are.
 * @returns copies that the caller may change.
 */
export function toOpenAIResponses(tools: ToolRuntime, options: ViewOptions = {}): OpenAIResponsesTool[] {
  return toOpenAI(tools, options).map(({ type, function: told }) => ({ type, ...told, strict: false }))
}
