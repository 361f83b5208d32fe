import type { Context } from '@deepseek-ai/cordis'
import { scopeOf, type ScopeKey } from './key.ts'
import { syncEffect } from './sync-effect.ts'

/** The registrations of one scope, or of the whole deployment. */
export interface ScopeLayer {
  /** True once nothing is registered any more; the layer is then dropped. */
  readonly empty: boolean
}

/** One registration in a layer. */
export interface LayerEffect<L extends ScopeLayer> {
  /** Does it, and returns its exact undo. */
  readonly apply: (layer: L) => () => void
  /** Shown in the effects of the fiber. */
  readonly label: string
  /** Called after the registration and after its undo; its throw rolls the registration back. */
  readonly changed?: () => void
}

/** A global layer and one for each scope that registers something. Scopes are held weakly. */
export class ScopedLayers<L extends ScopeLayer> {
  /** The registrations of plain contexts. */
  readonly global: L
  private readonly create: () => L
  private readonly scoped = new WeakMap<ScopeKey, L>()

  constructor(create: () => L) {
    this.create = create
    this.global = create()
  }

  /** The layer of a scope, if it has registered anything. */
  get(key: ScopeKey): L | undefined {
    return this.scoped.get(key)
  }

  /**
   * Registers something in the layer of the calling context, as an effect of that context.
   * @returns the effect's disposer: it undoes first and notifies afterwards, once.
   */
  effect(ctx: Context, effect: LayerEffect<L>): () => void {
    const key = scopeOf(ctx)
    const { changed } = effect
    return syncEffect(ctx.fiber, effect.label, () => {
      const undo = this.apply(key, effect)
      if (changed === undefined) return undo
      try {
        changed()
      } catch (error) {
        undo()
        announceRollback(changed)
        throw error
      }
      return () => {
        undo()
        changed()
      }
    })
  }

  private apply(key: ScopeKey | undefined, effect: LayerEffect<L>): () => void {
    if (key === undefined) return effect.apply(this.global)
    const layer = this.scoped.get(key) ?? this.create()
    const undo = effect.apply(layer)
    this.scoped.set(key, layer)
    return () => {
      undo()
      if (layer.empty && this.scoped.get(key) === layer) this.scoped.delete(key)
    }
  }
}

/** Whoever heard of the registration hears that it is gone; the first failure is the one to report. */
function announceRollback(changed: () => void): void {
  try {
    changed()
  } catch {
    // The same listener again.
  }
}
