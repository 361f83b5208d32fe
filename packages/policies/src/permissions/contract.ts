import type { Clock, Ids } from '@millrace/host'
import type { Grant, JsonValue } from '@millrace/protocol'
import type { Agent, ToolDefinition, ToolExecution, ToolGuard } from '@millrace/tools'

/** The three lists of rules. Whatever their order or origin, `deny` wins over `ask`, and `ask` over `allow`. */
export type RuleList = 'allow' | 'ask' | 'deny'

/** What happens where no rule decides. */
export type PermissionMode = 'default' | 'accept-edits' | 'plan' | 'bypass'

/** One rule as somebody wrote it. */
export interface WrittenRule {
  /** Such as `Bash(git push *)`, `Edit(src/**)`, `WebFetch(domain:example.com)`, `grep`. */
  readonly rule: string
  /** For the person and the model, where it denies or asks. */
  readonly reason?: string
  /** Calls that it must decide, and calls that it must leave alone; checked when the rules are read. */
  readonly match?: readonly string[]
  readonly notMatch?: readonly string[]
  /** Where it stands, for explanations: `millrace.jsonc:14`. */
  readonly place?: string
  /** The record of the approval that it comes from. */
  readonly grant?: Grant
}

/** The rules of one origin. */
export interface RuleLayer {
  /** `built-in`, `managed`, `user`, `project`, `local`, `env`, `flags`, `session`. */
  readonly name: string
  /** Whether its `allow` rules count. Those of a folder that is not trusted do not; its other rules do. */
  readonly mayGrant: boolean
  readonly allow: readonly WrittenRule[]
  readonly ask: readonly WrittenRule[]
  readonly deny: readonly WrittenRule[]
}

/** What one part of a call met. */
export interface PartVerdict {
  /** The part: `Bash(git push origin main)`, `Edit(src/retry.ts)`, `WebFetch(domain:example.com)`. */
  readonly part: string
  readonly verdict: RuleList
  /** The rule that decided, as it was written; none where the mode or a built-in rule of conduct did. */
  readonly rule?: WrittenRule
  readonly layer?: string
  /** In words, for a person: why. */
  readonly reason: string
  /** `sudo` where the part is run by that. */
  readonly via?: readonly string[]
  /** Rules that would have decided otherwise, had the verdict not been stricter; only of `Permissions.test`. */
  readonly overruled?: readonly ListedRule[]
}

/** One to four rules that allow a call together. */
export type RuleSet = readonly string[]

/** What happens when a call is made, and because of what. */
export interface Verdict {
  readonly verdict: RuleList
  /** The part that decided. */
  readonly decisive: PartVerdict
  readonly parts: readonly PartVerdict[]
  /** What would allow what was asked about, narrowest first; empty where no few rules can. */
  readonly suggestions: readonly RuleSet[]
}

/** What happens to a call where some rules allow that are not kept. */
export interface TriedRules {
  readonly verdict: RuleList
  /** Why they are not worth keeping for it: one is no rule, or the call is not allowed all the same. */
  readonly problem?: string
}

/** One rule as `millrace permissions list` shows it. */
export interface ListedRule {
  readonly list: RuleList
  readonly rule: WrittenRule
  readonly layer: string
  /** Why it never decides anything: ignored, shadowed, misspelled, or naming what is not there. */
  readonly idle?: string
}

/** What is wrong with a rule; it is skipped where it would allow, and asks or denies all the more where it would not. */
export interface RuleProblem {
  readonly rule: string
  readonly list: RuleList
  readonly place?: string
  readonly problem: string
}

/** The permissions of a runtime, as `ctx.permissions`. */
export interface Permissions {
  /** What happens where no rule decides, now. */
  readonly mode: PermissionMode
  /** Changes that, for all calls that are judged from now on. Only the person may wish for it. */
  setMode(mode: PermissionMode): void
  /** Judges a call without making it. */
  judge(name: string, args: JsonValue, agent?: Agent): Verdict
  /**
   * The same for a call in the spelling of rules, such as `Bash(git status && curl x | sh)`.
   * @throws PermissionError `PERMISSION_RULE_INVALID` where the text is no call.
   */
  test(call: string, agent?: Agent): Verdict
  /** Judges a call as if these rules allowed, beside all others. Nothing is kept. */
  try(rules: RuleSet, name: string, args: JsonValue, agent?: Agent): TriedRules
  /**
   * All rules, and which of them can never decide.
   * @param servers - the MCP servers that there are, started or not, by the part of the names of their tools that is theirs:
   *   `x` of `mcp__x__y`. With them a rule is told of that names nearly one of them.
   */
  list(servers?: readonly string[]): readonly ListedRule[]
  /** What is wrong with the rules. */
  problems(): readonly RuleProblem[]
  /** What would allow a call that was asked about, narrowest first. */
  suggest(execution: Readonly<ToolExecution>): readonly RuleSet[]
  /**
   * Takes a standing permission in; from now on it allows. Emits `permission/granted`.
   * @param agent - whose call it was given for. One that lasts for the session counts for the calls of that session alone: those
   *   of the agent at the root of this one's scopes, and of all below it. Without it, and where it is for good, it counts for all.
   * @throws PermissionError where the rule cannot be read, or would allow nothing.
   */
  grant(grant: Omit<Grant, 'id' | 'at'>, agent?: Agent): Grant
  /** Takes it back. False where there is none of that id. Emits `permission/revoked`. */
  revoke(id: string, by: string): boolean
  /** Takes back what was granted for the session of an agent that is gone for good. */
  forget(agent: Agent): void
  /** Standing permissions that have not ended, of all sessions. */
  grants(): readonly Grant[]
  /** Replaces the rules of all layers, such as after a settings file was changed; grants of the session stay. */
  reload(layers: readonly RuleLayer[]): void
}

/** What the sandbox does for commands, as far as permissions depend on it. */
export interface SandboxState {
  readonly enforcement: 'full' | 'partial' | 'none'
  /**
   * Whether all that this tool starts runs in it. Only the host knows, as it made the tool: its name says nothing.
   */
  keepsIn(definition: ToolDefinition): boolean
}

/** What permissions need. */
export interface PermissionsConfig {
  readonly layers: readonly RuleLayer[]
  /** The mode at first. */
  readonly mode: PermissionMode
  /** Where the workspace is, absolute. */
  readonly root: string
  /** The person's home folder, for `~` in rules; none where it is not known. */
  readonly home?: string
  /** Read for each call. Commands of no rule run without a question only where it is `full` and keeps their tool in. */
  readonly sandbox?: () => SandboxState
  /**
   * Guards that deny some calls whatever anybody answers, such as the one of the workspace: what they deny is not asked
   * about. They must stand among the guards of the runtime, too.
   */
  readonly refusals?: readonly ToolGuard[]
  /**
   * Where an absolute path leads through the links on the disk, as far as it exists; `undefined` where that is not known.
   * A path is then judged by where it leads, too.
   */
  readonly resolve?: (path: string) => string | undefined
  /** Where the time comes from by which grants end. */
  readonly clock?: Clock
  /** Where the ids of grants come from. */
  readonly ids?: Ids
}
