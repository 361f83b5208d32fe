import type { Context } from '@deepseek-ai/cordis'

/** What identifies a scope: the agent itself, or any other object. Compared by identity, held weakly. */
export type ScopeKey = object

/** Whether a value can identify a scope. */
export function isScopeKey(value: unknown): value is ScopeKey {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

// Registered, so that two installed copies of the package see each other's scopes.
const tag = Symbol.for('millrace.scope.key')

/** Properties that make a context belong to a scope. */
export function scopeTag(key: ScopeKey): Record<symbol, ScopeKey> {
  return { [tag]: key }
}

/** The scope that a context belongs to: the nearest tag wins; `undefined` for a plain context. */
export function scopeOf(ctx: Context): ScopeKey | undefined {
  return (ctx as unknown as Record<symbol, ScopeKey | undefined>)[tag]
}
