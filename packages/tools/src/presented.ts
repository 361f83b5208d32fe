import type { ToolSchema } from '@millrace/protocol'
import type { ScopeKey } from '@millrace/scope'
import type { Context } from '@deepseek-ai/cordis'
import type { ToolDefinition } from './contract/definition.ts'
import type {
  InterruptedCall,
  ToolPresentationMode,
  ToolSelection,
  TransportSection,
} from './contract/mode.ts'
import { runtimeOf, type ToolRuntime } from './service.ts'

/** How a scope's tools are presented to its models. */
export function presentationMode(tools: ToolRuntime, scope?: ScopeKey): ToolPresentationMode {
  return runtimeOf(tools).registry.views.of(scope).mode
}

/**
 * The definitions that a scope sees, without the transport: borrowed, in the order of presentation. The same array as long
 * as nothing changes, so it can be the key of a cache.
 */
export function toolDefinitions(tools: ToolRuntime, scope?: ScopeKey): readonly ToolDefinition[] {
  return runtimeOf(tools).registry.views.of(scope).definitions()
}

/**
 * What prompts of a scope say of Code Mode; nothing where its mode is `native`.
 * @throws what the transport throws where the mode cannot work here.
 */
export function transportSections(tools: ToolRuntime, scope?: ScopeKey): readonly TransportSection[] {
  const { registry } = runtimeOf(tools)
  const { mode } = registry.views.of(scope)
  if (mode === 'native') return []
  registry.requireTransport(mode)
  return registry.codeTransport?.sections?.(scope, mode) ?? []
}

/** Whether an interrupted call goes on from where it was when it is executed again under the same id. */
export async function canContinueCall(
  tools: ToolRuntime,
  name: string,
  call: InterruptedCall,
): Promise<boolean> {
  const { codeTransport } = runtimeOf(tools).registry
  if (codeTransport?.canContinue === undefined || codeTransport.definition.name !== name) return false
  return codeTransport.canContinue(call)
}

/**
 * Lets something choose which tools requests carry, as an effect of the calling context.
 * @returns the exact disposer.
 * @throws where something chooses already.
 */
export function provideSelection(ctx: Context, selection: ToolSelection): () => void {
  return runtimeOf(ctx.tools).registry.select(ctx, selection)
}

/**
 * The tools that a request of a scope carries, out of those that it would carry without a selection.
 * @param loaded - names that searches have brought up.
 */
export function offeredSchemas(
  tools: ToolRuntime,
  schemas: readonly ToolSchema[],
  request: { readonly scope: ScopeKey | undefined; readonly loaded: ReadonlySet<string> },
): readonly ToolSchema[] {
  const { selection, views } = runtimeOf(tools).registry
  if (selection === undefined) return schemas
  return selection.offer(schemas, { ...request, mode: views.of(request.scope).mode })
}
