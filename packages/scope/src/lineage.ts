import { isScopeKey, type ScopeKey } from './key.ts'

interface Lineage {
  readonly parents: WeakMap<ScopeKey, ScopeKey | undefined>
  version: number
}

// One record for the process, so that two installed copies of the package agree on who is whose parent.
const slot = Symbol.for('millrace.scope.lineage')
const shared = globalThis as unknown as Record<symbol, Lineage | undefined>
const lineage: Lineage = (shared[slot] ??= { parents: new WeakMap(), version: 0 })

/** The right to move a scope below another parent. */
export interface ScopeBinding {
  /** Moves the scope; `undefined` makes it a root. Refuses cycles. */
  rebind(parent: ScopeKey | undefined): void
}

/**
 * Makes `parent` the parent of `key`: the scope sees its parent's registrations, and its events reach the
 * parent's listeners. Done once; later only the returned binding can change it.
 * @throws when the scope has a parent already, or would become its own ancestor.
 */
export function bindScopeParent(key: ScopeKey, parent: ScopeKey): ScopeBinding {
  if (lineage.parents.has(key)) {
    throw new Error(
      'this scope has a parent already: only the binding returned by bindScopeParent can move it',
    )
  }
  setParent(key, parent)
  return { rebind: (next) => setParent(key, next) }
}

/** The scope and its ancestors, nearest first. */
export function scopeChainOf(key: ScopeKey): ScopeKey[] {
  const chain: ScopeKey[] = []
  for (let at: ScopeKey | undefined = key; at !== undefined; at = lineage.parents.get(at)) chain.push(at)
  return chain
}

/** Whether `ancestor` is the scope itself or above it. */
export function isWithinScope(key: ScopeKey | undefined, ancestor: ScopeKey): boolean {
  for (let at = key; at !== undefined; at = lineage.parents.get(at)) if (at === ancestor) return true
  return false
}

/** Grows with every change of parents; a view cached over a chain is good while it stands still. */
export function lineageVersion(): number {
  return lineage.version
}

function setParent(key: ScopeKey, parent: ScopeKey | undefined): void {
  if (parent !== undefined && !isScopeKey(parent)) {
    throw new TypeError('the parent of a scope must be an object, or undefined for none')
  }
  if (isWithinScope(parent, key)) throw new Error('a scope cannot be its own ancestor')
  lineage.parents.set(key, parent)
  lineage.version++
}
