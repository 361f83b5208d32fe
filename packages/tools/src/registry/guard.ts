import type { Context } from '@deepseek-ai/cordis'
import { scopeChainOf, type ScopeKey } from '@millrace/scope'
import type { ToolGuard } from '../contract/decision.ts'
import type { OwnedGuard } from './layer.ts'
import type { Registry } from './registry.ts'

/** Adds a guard to the layer of the calling context. Returns the exact effect disposer. */
export function guard(registry: Registry, ctx: Context, check: ToolGuard): () => void {
  if (typeof check !== 'function') throw new TypeError('a guard must be a function')
  const owned: OwnedGuard = { check, source: sourceOf(ctx, check) }
  return registry.layers.effect(ctx, { label: 'tools.guard()', apply: (layer) => layer.guards.add(owned) })
}

function sourceOf(ctx: Context, check: ToolGuard): string {
  const plugin = ctx.fiber.name
  return plugin === 'root' && check.name !== '' ? check.name : plugin
}

/** Whether any guard applies to a scope. */
export function hasGuards(registry: Registry, scope: ScopeKey | undefined): boolean {
  if (registry.layers.global.guards.size > 0) return true
  return (
    scope !== undefined && scopeChainOf(scope).some((key) => (registry.layers.get(key)?.guards.size ?? 0) > 0)
  )
}

/** The guards that apply to a scope: global ones first, then from the farthest ancestor down. Live. */
export function* guardsOf(registry: Registry, scope: ScopeKey | undefined): Iterable<OwnedGuard> {
  yield* registry.layers.global.guards
  if (scope === undefined) return
  for (const key of scopeChainOf(scope).toReversed()) {
    const layer = registry.layers.get(key)
    if (layer !== undefined) yield* layer.guards
  }
}
