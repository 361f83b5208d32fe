import { randomIds, systemClock } from '@millrace/host'
import { shown, type Grant, type JsonValue } from '@millrace/protocol'
import { scopeChainOf, type ScopeKey } from '@millrace/scope'
import type { Agent, ToolDefinition, ToolExecution } from '@millrace/tools'
import { compileRules, type KeptRule, type RuleBook } from './book/rule-book.ts'
import { touchedBy, type Touched } from './call/touched.ts'
import { writtenCall } from './call/written-call.ts'
import type {
  ListedRule,
  Permissions,
  PermissionMode,
  PermissionsConfig,
  RuleLayer,
  RuleProblem,
  RuleSet,
  SandboxState,
  TriedRules,
  Verdict,
} from './contract.ts'
import { idleReason, missedTool, strictRules, type Surroundings } from './explain/idle.ts'
import { withOverruled } from './explain/overruled.ts'
import { compiledGrant, GrantBook, sessionLayer } from './grants/grant-book.ts'
import type { Circumstances } from './judge/circumstances.ts'
import { decisivePart, judgeCall, type Parts } from './judge/judge-call.ts'
import { PermissionError } from './permission-error.ts'
import { parseRule } from './rules/parse-rule.ts'
import { basesOf, type Bases } from './rules/paths.ts'
import { suggestions } from './suggest/suggestions.ts'
import { tryRules } from './suggest/trial.ts'

/** What the rules need of the runtime around them. */
export interface Runtime {
  /** The tool of a name, as an agent sees it. */
  tool(name: string, agent: Agent | undefined): ToolDefinition | undefined
  /** Names of all tools. */
  names(): readonly string[]
  granted(grant: Grant): void
  revoked(revoked: { id: string; rule: string; by: string }): void
}

/** What a call touches, the verdict about each part of that, and what that depends on. */
export interface Judged {
  readonly parts: Parts
  readonly call: Touched
  readonly circumstances: Circumstances
}

/** All rules, and the verdicts that they come to. */
export class PermissionEngine implements Permissions {
  private readonly config: PermissionsConfig
  private readonly runtime: Runtime
  private readonly book = new GrantBook()
  private readonly now: () => number
  private layers: readonly RuleLayer[]
  private rules: RuleBook
  private readonly bases: Bases
  mode: PermissionMode

  constructor(config: PermissionsConfig, runtime: Runtime) {
    this.config = config
    this.runtime = runtime
    const clock = config.clock ?? systemClock
    this.now = () => clock.now()
    this.layers = config.layers
    this.mode = config.mode
    this.bases = basesOf(config)
    this.rules = compileRules(this.layers, this.bases)
  }

  setMode(mode: PermissionMode): void {
    this.mode = mode
  }

  judge(name: string, args: JsonValue, agent?: Agent): Verdict {
    return this.verdict(this.judged(name, args, agent))
  }

  /** The bare verdict about a call, without anything that only a person wants to know. */
  judged(name: string, args: unknown, agent: Agent | undefined): Judged {
    const definition = this.runtime.tool(name, agent)
    const call = touchedBy(definition, name, args)
    const circumstances = this.circumstances(definition, agent)
    return { parts: judgeCall(circumstances, call), call, circumstances }
  }

  test(call: string, agent?: Agent): Verdict {
    const written = writtenCall(call, (name) => this.runtime.tool(name, agent))
    const circumstances = this.circumstances(this.runtime.tool(written.tool, agent), agent)
    const judged = judgeCall(circumstances, written)
    const kept = [...this.rules.kept, ...this.book.keptFor(agent)]
    const parts = withOverruled(circumstances, written, judged, kept)
    return this.verdict({ parts, call: written, circumstances })
  }

  try(rules: RuleSet, name: string, args: JsonValue, agent?: Agent): TriedRules {
    const definition = this.runtime.tool(name, agent)
    return tryRules(
      this.circumstances(definition, agent),
      touchedBy(definition, name, args),
      rules,
      this.around(),
    )
  }

  list(servers: readonly string[] = []): readonly ListedRule[] {
    const around = { ...this.around(), servers }
    return this.kept().map((each) => {
      const idle = idleReason(each, around)
      return { list: each.list, rule: each.written, layer: each.layer, ...(idle !== undefined && { idle }) }
    })
  }

  problems(): readonly RuleProblem[] {
    const around = this.around()
    const missed = this.rules.kept.flatMap((kept): RuleProblem[] => {
      const problem = missedTool(kept, around)
      const { rule, place } = kept.written
      return problem === undefined
        ? []
        : [{ rule, list: kept.list, problem, ...(place !== undefined && { place }) }]
    })
    return [...this.rules.problems, ...missed]
  }

  suggest(execution: Readonly<ToolExecution>): readonly RuleSet[] {
    const { name, arguments: args, agent } = execution
    const { parts, call, circumstances } = this.judged(name, args, agent)
    return suggestions(circumstances, call, parts)
  }

  grant(asked: Omit<Grant, 'id' | 'at'>, agent?: Agent): Grant {
    const rule = parseRule(asked.rule, this.bases)
    const at = this.now()
    const grant: Grant = { ...asked, rule: rule.text, id: (this.config.ids ?? randomIds).next('grant'), at }
    const compiled = compiledGrant(grant, rule)
    const kept: KeptRule = { list: 'allow', written: compiled.written, layer: sessionLayer, compiled }
    const idle = idleReason(kept, { tools: undefined, strict: strictRules(this.kept()), now: this.now })
    if (idle !== undefined) {
      const problem = `the rule "${shown(rule.text)}" would allow nothing: ${idle}`
      throw new PermissionError('PERMISSION_GRANT_USELESS', rule.text, problem)
    }
    this.book.add(grant, rule, asked.lasts === 'session' && agent ? rootOf(agent) : undefined)
    this.runtime.granted(grant)
    return grant
  }

  revoke(id: string, by: string): boolean {
    const grant = this.grants().find((each) => each.id === id)
    if (grant === undefined) return false
    this.book.revoke(id)
    this.compile()
    this.runtime.revoked({ id, rule: grant.rule, by })
    return true
  }

  forget(agent: Agent): void {
    for (const id of this.book.of(agent)) if (!this.revoke(id, 'session end')) this.book.revoke(id)
  }

  grants(): readonly Grant[] {
    const now = this.now()
    return this.kept().flatMap(({ written: { grant }, ignored }) =>
      grant !== undefined && ignored === undefined && (grant.until === undefined || now < grant.until)
        ? [grant]
        : [],
    )
  }

  reload(layers: readonly RuleLayer[]): void {
    this.layers = layers
    this.compile()
    this.book.settle(new Set(this.rules.kept.flatMap(({ written: { grant } }) => grant?.id ?? [])))
  }

  /** Rules of layers whose grants were revoked stay away, whatever the file says. */
  private compile(): void {
    const layers = this.layers.map((layer) => ({
      ...layer,
      allow: layer.allow.filter(({ grant }) => !this.book.isRevoked(grant?.id)),
    }))
    this.rules = compileRules(layers, this.bases)
  }

  private around(): Surroundings {
    return { tools: this.runtime.names(), strict: strictRules(this.kept()), now: this.now }
  }

  private kept(): readonly KeptRule[] {
    return [...this.rules.kept, ...this.book.kept]
  }

  /**
   * @param definition - the tool of the call.
   * @param agent - who makes it.
   */
  private circumstances(definition: ToolDefinition | undefined, agent: Agent | undefined): Circumstances {
    const { config } = this
    return {
      book: this.rules,
      granted: this.book.indexesFor(agent),
      mode: this.mode,
      isSandboxed: definition !== undefined && keepsIn(config.sandbox?.(), definition),
      bases: this.bases,
      now: this.now,
      resolve: config.resolve,
      places: new Map(),
      unresolved: new Set(),
    }
  }

  private verdict({ parts, call, circumstances }: Judged): Verdict {
    const decisive = decisivePart(parts)
    const suggest = (): readonly RuleSet[] => suggestions(circumstances, call, parts)
    return {
      verdict: decisive.verdict,
      decisive,
      parts,
      // Worked out for those who want to know, as that costs more than the verdict.
      get suggestions() {
        return decisive.verdict === 'ask' ? suggest() : []
      },
    }
  }
}

/** The agent of the session: sub-agents are below it. */
function rootOf(agent: Agent): ScopeKey {
  return scopeChainOf(agent).at(-1) ?? agent
}

function keepsIn(sandbox: SandboxState | undefined, definition: ToolDefinition): boolean {
  return sandbox?.enforcement === 'full' && sandbox.keepsIn(definition)
}
