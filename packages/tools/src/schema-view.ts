import type { ToolSchema } from '@millrace/protocol'
import type { ScopeKey } from '@millrace/scope'
import { runtimeOf, type ToolRuntime } from './service.ts'

/**
 * The frozen schemas that `schemas()` copies; in mode `native` the same array as long as nothing changes. For
 * callers that only read, such as an agent that assembles a request.
 */
export function schemaView(tools: ToolRuntime, scope?: ScopeKey): readonly ToolSchema[] {
  return runtimeOf(tools).registry.views.of(scope).schemas()
}
