import { Context } from '@deepseek-ai/cordis'
import type { ToolDefinition } from './contract/definition.ts'
import { ToolRuntime, type ToolRuntimeConfig } from './service.ts'

/** What a runtime without a host starts with. */
export interface CreateToolsOptions extends ToolRuntimeConfig {
  /** Registered at once. */
  readonly tools?: readonly ToolDefinition[]
}

/**
 * A ready runtime for people without a Cordis host. Listeners go on its `ctx`.
 * @example
 * const tools = createTools({ tools: [greet] })
 * const result = await tools.execute({ callId: '1', name: 'greet', arguments: {}, signal })
 */
export function createTools(options: CreateToolsOptions = {}): ToolRuntime {
  if (Array.isArray(options))
    throw new TypeError('createTools takes options: write createTools({ tools: [ … ] })')
  const { tools = [], ...config } = options
  const runtime = new ToolRuntime(new Context(), config)
  for (const tool of tools) runtime.register(tool)
  return runtime
}
