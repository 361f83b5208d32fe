import { AnonymousEntries, NamedEntries, type ScopeLayer } from '@millrace/scope'
import type { ToolGuard } from '../contract/decision.ts'
import type { ToolPresentationMode } from '../contract/mode.ts'
import type { ToolEntry } from './entry.ts'

/** A restriction, compiled: the caller's lists are copied, so that they cannot change later. */
export interface ToolFilter {
  readonly allow: ReadonlySet<string> | undefined
  readonly deny: ReadonlySet<string> | undefined
}

/** A guard, and whose it is. */
export interface OwnedGuard {
  readonly check: ToolGuard
  /** The plugin that registered it; outside plugins, the name of the function. */
  readonly source: string
}

/** What one scope, or the deployment, has registered. */
export class ToolLayer implements ScopeLayer {
  readonly tools: NamedEntries<ToolEntry> = new NamedEntries()
  readonly guards: AnonymousEntries<OwnedGuard> = new AnonymousEntries()
  readonly filters: AnonymousEntries<ToolFilter> = new AnonymousEntries()
  mode: ToolPresentationMode | undefined

  get empty(): boolean {
    const { tools, guards, filters, mode } = this
    return tools.size + guards.size + filters.size === 0 && mode === undefined
  }
}

/** Whether a filter lets an inherited name through. */
export function admits(filter: ToolFilter, name: string): boolean {
  return (filter.allow?.has(name) ?? true) && !(filter.deny?.has(name) ?? false)
}
