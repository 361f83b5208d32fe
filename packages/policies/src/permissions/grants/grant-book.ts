import type { Grant } from '@millrace/protocol'
import { compileRule, type CompiledRule } from '../book/compiled-rule.ts'
import type { KeptRule } from '../book/rule-book.ts'
import { RuleIndex } from '../book/rule-index.ts'
import type { Rule } from '../rules/rule.ts'

/** The layer that standing permissions of the session stand in. */
export const sessionLayer = 'session'

interface Held {
  readonly grant: Grant
  readonly compiled: CompiledRule
}

/** Standing permissions that this process was given, and those that were taken back. */
export class GrantBook {
  private readonly held = new Map<string, Held>()
  private readonly revoked = new Set<string>()
  /** The rules of the grants, compiled. */
  index: RuleIndex

  constructor() {
    this.index = new RuleIndex('allow')
  }

  /** Takes a grant in. */
  add(grant: Grant, rule: Rule): void {
    this.held.set(grant.id, { grant, compiled: compiledGrant(grant, rule) })
    this.rebuild()
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

  /** As rules of the session's own layer. */
  get kept(): KeptRule[] {
    return [...this.held.values()].map(({ compiled }) => ({
      list: 'allow',
      written: compiled.written,
      layer: sessionLayer,
      compiled,
    }))
  }

  private rebuild(): void {
    this.index = new RuleIndex('allow')
    for (const { compiled } of this.held.values()) this.index.add(compiled)
  }
}

/** A grant as a rule of the session. */
export function compiledGrant(grant: Grant, rule: Rule): CompiledRule {
  return compileRule(rule, 'allow', { rule: grant.rule, grant }, sessionLayer)
}
