import type { Grant } from '@millrace/protocol'
import { isWithinScope, type ScopeKey } from '@millrace/scope'
import { compileRule, type CompiledRule } from '../book/compiled-rule.ts'
import type { KeptRule } from '../book/rule-book.ts'
import { RuleIndex } from '../book/rule-index.ts'
import type { Rule } from '../rules/rule.ts'

/** The layer that standing permissions of the session stand in. */
export const sessionLayer = 'session'

interface Held {
  readonly grant: Grant
  readonly compiled: CompiledRule
  /** The agent whose session it is for; one of all sessions has none. */
  readonly owner: ScopeKey | undefined
}

/** Standing permissions that this process was given, and those that were taken back. */
export class GrantBook {
  private readonly held = new Map<string, Held>()
  private readonly revoked = new Set<string>()
  /** The rules of the grants, compiled, by their owners. */
  private indexes: ReadonlyMap<ScopeKey | undefined, RuleIndex> = new Map()

  /**
   * Takes a grant in.
   * @param owner - the agent for which, and for whose sub-agents, it counts; for all calls without it.
   */
  add(grant: Grant, rule: Rule, owner: ScopeKey | undefined): void {
    this.held.set(grant.id, { grant, compiled: compiledGrant(grant, rule), owner })
    this.rebuild()
  }

  /** The rules of the grants that count for the calls of an agent. */
  indexesFor(agent: ScopeKey | undefined): readonly RuleIndex[] {
    return [...this.indexes].flatMap(([owner, index]) => (countsFor(owner, agent) ? [index] : []))
  }

  /** Takes it back for good, also where it comes from a settings file that still has it. */
  revoke(id: string): void {
    this.held.delete(id)
    this.revoked.add(id)
    this.rebuild()
  }

  /** Forgets what stands in a settings file by now. */
  settle(ids: ReadonlySet<string>): void {
    for (const id of ids) this.held.delete(id)
    this.rebuild()
  }

  isRevoked(id: string | undefined): boolean {
    return id !== undefined && this.revoked.has(id)
  }

  /** The ids of the grants of one owner. */
  of(owner: ScopeKey): readonly string[] {
    return [...this.held].flatMap(([id, held]) => (held.owner === owner ? [id] : []))
  }

  /** As rules of the session's own layer. */
  get kept(): KeptRule[] {
    return [...this.held.values()].map(asKept)
  }

  /** Those that count for the calls of an agent. */
  keptFor(agent: ScopeKey | undefined): KeptRule[] {
    return [...this.held.values()].filter(({ owner }) => countsFor(owner, agent)).map(asKept)
  }

  private rebuild(): void {
    const indexes = new Map<ScopeKey | undefined, RuleIndex>()
    for (const { compiled, owner } of this.held.values()) {
      const index = indexes.get(owner) ?? new RuleIndex('allow')
      index.add(compiled)
      indexes.set(owner, index)
    }
    this.indexes = indexes
  }
}

function countsFor(owner: ScopeKey | undefined, agent: ScopeKey | undefined): boolean {
  return owner === undefined || isWithinScope(agent, owner)
}

function asKept({ compiled }: Held): KeptRule {
  return { list: 'allow', written: compiled.written, layer: sessionLayer, compiled }
}

/** A grant as a rule of the session. */
export function compiledGrant(grant: Grant, rule: Rule): CompiledRule {
  return compileRule(rule, 'allow', { rule: grant.rule, grant }, sessionLayer)
}
