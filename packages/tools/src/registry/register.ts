import type { Context } from '@deepseek-ai/cordis'
import { scopeOf } from '@millrace/scope'
import type { ToolDefinition } from '../contract/definition.ts'
import { checkDefinition } from './check-definition.ts'
import { toolEntry } from './entry.ts'
import type { Registry } from './registry.ts'

/** Registers a tool in the layer of the calling context. Returns the exact effect disposer. */
export function register(registry: Registry, ctx: Context, definition: ToolDefinition): () => void {
  checkDefinition(definition)
  const entry = toolEntry(definition)
  return registry.change(ctx, {
    label: `tools.register(${entry.name})`,
    apply: (layer) => {
      if (layer.tools.has(entry.name)) throw duplicate(entry.name, scopeOf(ctx) !== undefined)
      return layer.tools.insert(entry.name, entry)
    },
  })
}

function duplicate(name: string, scoped: boolean): Error {
  return new Error(
    scoped
      ? `tool "${name}" is already registered in this scope: dispose the other one first`
      : `tool "${name}" is already registered globally: register it through a scope, such as agent.ctx, to shadow it for one agent`,
  )
}
