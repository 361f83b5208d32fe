import { lineageVersion, scopeChainOf, type ScopeKey } from '@millrace/scope'
import type { ToolSchema } from '@millrace/protocol'
import type { ToolDefinition } from '../contract/definition.ts'
import type { ToolPresentationMode } from '../contract/mode.ts'
import type { ToolEntry } from './entry.ts'
import { reservedName } from './check-definition.ts'
import { admits, type ToolLayer } from './layer.ts'
import type { Registry } from './registry.ts'

/** Tools by name, in the order of presentation. */
interface VisibleTools extends Iterable<[string, ToolEntry]> {
  get(name: string): ToolEntry | undefined
  has(name: string): boolean
}

/** The tools that one scope sees, and in which presentation. */
export class View {
  /** Without the transport. */
  readonly tools: VisibleTools
  readonly mode: ToolPresentationMode
  private readonly registry: Registry
  private projected: readonly ToolSchema[] | undefined
  private defined: readonly ToolDefinition[] | undefined

  constructor(registry: Registry, tools: VisibleTools, mode: ToolPresentationMode) {
    this.registry = registry
    this.tools = tools
    this.mode = mode
  }

  /** The tool of a name; the transport only where the mode shows it. */
  get(name: string): ToolEntry | undefined {
    if (name === reservedName) return this.mode === 'native' ? undefined : this.registry.transport
    return this.tools.get(name)
  }

  /** Every visible name, the transport last. */
  names(): string[] {
    const names = Array.from(this.tools, ([name]) => name)
    return this.mode === 'native' ? names : [...names, reservedName]
  }

  /** Every visible definition but the transport's; the same frozen array as long as the view lives. */
  definitions(): readonly ToolDefinition[] {
    return (this.defined ??= Object.freeze(Array.from(this.tools, ([, entry]) => entry.definition)))
  }

  /**
   * The frozen schemas of every visible tool, the transport last.
   * @throws CodeRuntimeMissingError where the mode needs a transport that nothing provides.
   */
  schemas(): readonly ToolSchema[] {
    this.projected ??= Object.freeze(Array.from(this.tools, ([, entry]) => entry.schema))
    if (this.mode === 'native') return this.projected
    return Object.freeze([...this.projected, this.registry.requireTransport(this.mode).schema])
  }
}

interface CachedView {
  readonly view: View
  readonly generation: number
  readonly lineage: number
}

/** One view for each scope that asked, kept until something is registered or a scope gets another parent. */
export class Views {
  private readonly registry: Registry
  private readonly scoped = new WeakMap<ScopeKey, CachedView>()
  private global: CachedView | undefined

  constructor(registry: Registry) {
    this.registry = registry
  }

  /** The view of a scope; without one, the deployment's. */
  of(scope: ScopeKey | undefined): View {
    if (scope === undefined) return this.globalView()
    const cached = this.scoped.get(scope)
    return cached !== undefined && this.fresh(cached) ? cached.view : this.scopedView(scope)
  }

  /** What a scope inherits, before its own restrictions and registrations. */
  inherited(scope: ScopeKey): View {
    const [, parent] = scopeChainOf(scope)
    return this.of(parent)
  }

  private fresh(cached: CachedView): boolean {
    return cached.generation === this.registry.generation && cached.lineage === lineageVersion()
  }

  private keep(view: View): CachedView {
    return { view, generation: this.registry.generation, lineage: lineageVersion() }
  }

  private globalView(): View {
    const { registry, global } = this
    // No scope's parents matter here.
    if (global !== undefined && global.generation === registry.generation) return global.view
    // The layer itself, not a copy: a registration must not cost more where there are many.
    const view = new View(registry, registry.layers.global.tools, registry.mode)
    this.global = this.keep(view)
    return view
  }

  // Iterative over the chain, so that its depth does not matter; every ancestor's view is kept on the way.
  private scopedView(scope: ScopeKey): View {
    let view = this.of(undefined)
    for (const key of scopeChainOf(scope).toReversed()) {
      const cached = this.scoped.get(key)
      if (cached !== undefined && this.fresh(cached)) {
        view = cached.view
        continue
      }
      const layer = this.registry.layers.get(key)
      if (layer !== undefined) view = overlay(this.registry, view, layer)
      this.scoped.set(key, this.keep(view))
    }
    return view
  }
}

/** What a layer makes of the view that its scope inherits. */
function overlay(registry: Registry, inherited: View, layer: ToolLayer): View {
  const mode = layer.mode ?? inherited.mode
  if (layer.tools.size === 0 && layer.filters.size === 0) return new View(registry, inherited.tools, mode)
  const tools = new Map<string, ToolEntry>()
  const filters = [...layer.filters]
  for (const [name, entry] of inherited.tools) {
    if (filters.every((filter) => admits(filter, name))) tools.set(name, entry)
  }
  for (const [name, entry] of layer.tools) tools.set(name, entry)
  return new View(registry, tools, mode)
}
