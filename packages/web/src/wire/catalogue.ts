import type { JsonObject } from '@millrace/protocol'
import type { PermissionModeName } from './sessions.ts'

/** A tool with all that a person wants to know before it is called. `GET /api/tools`. */
export interface ToolEntry {
  readonly name: string
  readonly description: string
  readonly kind: string
  /** `built in`, `host` or `mcp: NAME`. */
  readonly source: string
  readonly permission: 'auto' | 'ask' | 'deny'
  /** What happens to its calls, and because of what. */
  readonly why: string
  /** JSON Schema of its arguments. */
  readonly parameters: JsonObject
  /** JSON Schema of its canonical value. */
  readonly output: JsonObject
  /** Arguments that would be accepted, to begin with. */
  readonly example: JsonObject
}

/** `POST /api/calls`: a call through the same pipeline as a model's, in a session of its own. */
export interface MakeCall {
  readonly tool: string
  /** As JSON text, so that nothing of it is rounded on the way. */
  readonly arguments: string
}

/** `POST /api/programs`: a program that calls tools, in a session of its own. */
export interface RunProgram {
  readonly code: string
}

/** `GET /api/sdk`: what a program can call, as TypeScript declarations. */
export interface ProgramSdk {
  readonly declarations: string
}

/** A server of the Model Context Protocol. `GET /api/servers`. */
export interface ServerEntry {
  readonly name: string
  /** In a word: `connected`, `starting`, `failed`, `stopped`, `not trusted`, … */
  readonly state: string
  readonly isConnected: boolean
  /** Whether it can be started again. */
  readonly canRestart: boolean
  /** How it is launched or reached, without its secrets. */
  readonly launch: string
  /** Where it is declared. */
  readonly source: string
  readonly era?: string
  readonly version?: string
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly problem?: string
  }[]
  /** What was left out or widened of what it lists, one sentence each. */
  readonly problems?: readonly string[]
  readonly lastError?: string
  /** What to do where a person has to do something. */
  readonly hint?: string
}

/** What a rule's list does with a call. */
export type RuleListName = 'allow' | 'ask' | 'deny'

/** A permission rule. */
export interface RuleEntry {
  readonly list: RuleListName
  readonly rule: string
  readonly layer: string
  /** Where it stands: `millrace.jsonc:14`. */
  readonly source?: string
  readonly reason?: string
  /** Why it can never decide anything. */
  readonly idle?: string
  /** What it decided lately, the last first, of at most the last 200 calls of this folder. */
  readonly decided: readonly RuleDecision[]
  /** How many of these calls it decided. */
  readonly fired: number
}

/** One call that a rule decided. */
export interface RuleDecision {
  readonly session: string
  readonly callId: string
  readonly tool: string
  /** What it was about: `$ npm test`. */
  readonly subject: string
  readonly at: number
}

/** `GET /api/rules`. */
export interface RulesReport {
  readonly mode: PermissionModeName
  readonly modeSource: string
  readonly sandbox: string
  readonly rules: readonly RuleEntry[]
  readonly problems: readonly {
    readonly list: RuleListName
    readonly rule: string
    readonly source?: string
    readonly problem: string
  }[]
  readonly grants: readonly { readonly id: string; readonly rule: string; readonly words: string }[]
  /** Calls that were looked at for what rules decided. */
  readonly callsRead: number
}

/** `POST /api/rules/test`: what would happen to a call in the spelling of rules. */
export interface TestRules {
  readonly call: string
}

/** What one part of a call met. */
export interface PartEntry {
  readonly part: string
  readonly verdict: RuleListName
  readonly rule?: string
  readonly source?: string
  readonly reason: string
  /** `sudo` where the part is run by that. */
  readonly via: readonly string[]
  /** Rules that lost against what is stricter. */
  readonly overruled: readonly string[]
}

/** What would happen. */
export interface TestedCall {
  readonly verdict: RuleListName
  readonly parts: readonly PartEntry[]
  /** Sets of rules that would allow it, the narrowest first. */
  readonly suggestions: readonly (readonly string[])[]
}

/** `POST /api/rules/replay`: what other rules would have done in the recorded sessions of this folder. */
export interface ReplayRules {
  /** As in a settings file: `{ "allow": [...], "ask": [...], "deny": [...] }`. */
  readonly rules: {
    readonly allow: readonly string[]
    readonly ask: readonly string[]
    readonly deny: readonly string[]
  }
  readonly mode: PermissionModeName
  /** The sessions to look at; the last 20 of the folder without it. */
  readonly sessions?: readonly string[]
}

/** What they would have done. */
export interface ReplayedRules {
  readonly sessions: readonly {
    readonly id: string
    readonly title: string
    readonly calls: readonly ReplayedCall[]
  }[]
  /** Rules that decided about nothing. */
  readonly unused: readonly { readonly list: RuleListName; readonly rule: string; readonly idle?: string }[]
  readonly problems: readonly string[]
  readonly differ: number
  readonly same: number
  readonly unjudged: number
}

/** One recorded call under other rules. */
export interface ReplayedCall {
  readonly callId: string
  readonly tool: string
  readonly subject: string
  /** What became of it: `allow`, `ask`, `deny`, or nothing that the log tells. */
  readonly was?: RuleListName
  readonly would?: RuleListName
  readonly differs: boolean
  readonly because: string
}

/** `POST /api/mode`. */
export interface SetMode {
  readonly mode: PermissionModeName
}
