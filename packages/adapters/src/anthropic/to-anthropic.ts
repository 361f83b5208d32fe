import type { ToolRuntime } from '@millrace/tools'
import { namesOf } from '../call/names.ts'
import { toldSchemas } from '../call/told-schemas.ts'
import type { ViewOptions } from '../contract.ts'
import type { AnthropicTool } from './contract.ts'

/**
 * The visible tools as `tools` of the Messages API, under names that it takes. Schemas stand as they are.
 * @returns copies that the caller may change.
 */
export function toAnthropic(tools: ToolRuntime, options: ViewOptions = {}): AnthropicTool[] {
  const names = namesOf(tools, options)
  return toldSchemas(tools, options).map(({ name, description, parameters }) => ({
    name: names.theirs(name),
    description,
    // A definition without an object root is refused at registration.
    input_schema: parameters as AnthropicTool['input_schema'],
  }))
}
