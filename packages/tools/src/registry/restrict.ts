import type { Context } from '@deepseek-ai/cordis'
import { scopeOf, type ScopeKey } from '@millrace/scope'
import type { ToolRestriction } from '../contract/decision.ts'
import { reservedName } from './check-definition.ts'
import type { ToolFilter } from './layer.ts'
import type { Registry } from './registry.ts'

/** Narrows what the calling scope inherits. Returns the exact effect disposer. */
export function restrict(registry: Registry, ctx: Context, restriction: ToolRestriction): () => void {
  const scope = scopeOf(ctx)
  if (scope === undefined) {
    throw new Error(
      'tools.restrict() requires a scoped context, such as agent.ctx: createScope(ctx, agent).ctx is one',
    )
  }
  const filter = compile(restriction)
  checkNames(registry, scope, filter)
  return registry.change(ctx, { label: 'tools.restrict()', apply: (layer) => layer.filters.add(filter) })
}

function compile({ allow, deny }: ToolRestriction): ToolFilter {
  if (allow === undefined && deny === undefined) {
    throw new Error('an empty restriction is a no-op: give allow, deny or both')
  }
  return { allow: allow && new Set(allow), deny: deny && new Set(deny) }
}

function checkNames(registry: Registry, scope: ScopeKey, { allow, deny }: ToolFilter): void {
  const named = [...(allow ?? []), ...(deny ?? [])]
  if (named.includes(reservedName)) {
    throw new Error(`a restriction cannot name reserved Code Mode presentation transport "${reservedName}"`)
  }
  const known = registry.views.inherited(scope).tools
  const unknown = [...new Set(named)].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const quoted = unknown.map((name) => `"${name}"`).join(', ')
  const list =
    Array.from(known, ([name]) => name)
      .toSorted()
      .join(', ') || '(none)'
  throw new Error(
    `unknown global tool${unknown.length > 1 ? 's' : ''} ${quoted}; known global tools: ${list}`,
  )
}
