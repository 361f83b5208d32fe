import { nearest } from '@millrace/schema'
import { scopeChainOf, type ScopeKey } from '@millrace/scope'
import { admits, type ToolLayer } from './layer.ts'
import { isCollapsed } from './collapse.ts'
import type { Registry } from './registry.ts'
import { reservedName } from './check-definition.ts'

/** Where something is registered: globally, or in a scope so many steps above the one that asks (0 is itself). */
export type ToolLayerPlace = { kind: 'global' } | { kind: 'scope'; distance: number; key: ScopeKey }

/** Why a scope sees a tool, or does not. For hosts and people; callers must not learn what is hidden. */
export type ToolVisibility =
  | {
      visible: true
      /** Where the definition that wins is registered; absent for the Code Mode transport. */
      layer?: ToolLayerPlace
      /** False where only a program may call it (mode `code`). */
      direct: boolean
    }
  | {
      visible: false
      reason: 'restricted'
      /** Where the definition that is hidden is registered. */
      layer: ToolLayerPlace
      /** The scope whose restriction hides it, and how. */
      by: ToolLayerPlace
      how: 'denied' | 'not allowed'
    }
  | {
      visible: false
      reason: 'unknown'
      /** Visible names that come near. */
      nearest: string[]
    }
  | { visible: false; reason: 'mode'; mode: string }

interface PlacedLayer {
  readonly place: ToolLayerPlace
  readonly layer: ToolLayer
}

/** Walks the layers from the global one down, as views do, and says what became of a name. */
export function explain(registry: Registry, name: string, scope: ScopeKey | undefined): ToolVisibility {
  const view = registry.views.of(scope)
  if (name === reservedName) {
    return view.get(name) === undefined
      ? { visible: false, reason: 'mode', mode: view.mode }
      : { visible: true, direct: true }
  }
  let found: ToolLayerPlace | undefined
  let hidden: ToolVisibility | undefined
  for (const { place, layer } of layersOf(registry, scope)) {
    const filter = [...layer.filters].find((candidate) => !admits(candidate, name))
    if (found !== undefined && hidden === undefined && filter !== undefined) {
      const how = filter.deny?.has(name) === true ? 'denied' : 'not allowed'
      hidden = { visible: false, reason: 'restricted', layer: found, by: place, how }
    }
    if (layer.tools.has(name)) {
      found = place
      hidden = undefined
    }
  }
  if (hidden !== undefined) return hidden
  if (found === undefined) return { visible: false, reason: 'unknown', nearest: nearest(name, view.names()) }
  return { visible: true, layer: found, direct: !isCollapsed(view, name, undefined) }
}

function layersOf(registry: Registry, scope: ScopeKey | undefined): PlacedLayer[] {
  const placed: PlacedLayer[] = [{ place: { kind: 'global' }, layer: registry.layers.global }]
  const chain = scope === undefined ? [] : scopeChainOf(scope)
  for (const [distance, key] of [...chain.entries()].toReversed()) {
    const layer = registry.layers.get(key)
    if (layer !== undefined) placed.push({ place: { kind: 'scope', distance, key }, layer })
  }
  return placed
}
