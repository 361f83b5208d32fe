import type { SandboxMode } from '@millrace/host'
import type { HookGroup, ToolEvent } from '@millrace/policies/hooks'
import type { PermissionMode, RuleList, WrittenRule } from '@millrace/policies/permissions'
import type { ToolPresentationMode } from '@millrace/tools'
import type { ServerEntry } from '../mcp/server-entry.ts'

/** Something that a settings file says, and where. */
export interface Placed<T> {
  readonly value: T
  /** `millrace.jsonc:14` */
  readonly place: string
}

/** Something that is wrong with settings. What it concerns is left out; everything else counts. */
export interface SettingsProblem {
  /** `millrace.jsonc:14:5`, or the variable or option. */
  readonly place: string
  /** What is wrong, what was expected, and how to mend it. */
  readonly problem: string
}

/** Commands for the calls of some tools, as Claude Code has them. */
export interface EventHooks extends HookGroup {
  readonly event: ToolEvent
}

/** What is measured of calls, by OpenTelemetry. */
export interface TelemetrySettings {
  readonly enabled?: boolean
  /** Whether arguments and results are recorded, too. */
  readonly arguments?: boolean
  readonly results?: boolean
}

/** How much of a result is shown to a model. */
export interface SpillSettings {
  /** In bytes; what is longer goes to a file. */
  readonly maxBytes?: number
}

/** What agents may use; what is missing is left open. */
export interface LimitSettings {
  /** Requests to the model in one turn. */
  readonly steps?: number
  /** Turns of a session. */
  readonly turns?: number
  /** Tool calls of a session, those of programs included. */
  readonly calls?: number
  /** Of one turn. */
  readonly seconds?: number
  /** Of a session, in and out. */
  readonly tokens?: number
  /** Of a session, in the currency of the prices. */
  readonly cost?: number
}

/** What a model costs: prices of a million tokens. */
export interface PriceSetting {
  /** `provider/model` */
  readonly model: string
  readonly price: { readonly input: number; readonly output: number; readonly cachedInput?: number }
}

/** What one settings file says. */
export interface FileSettings {
  readonly rules: Readonly<Record<RuleList, readonly WrittenRule[]>>
  readonly mode?: Placed<PermissionMode>
  readonly sandbox?: Placed<SandboxMode>
  readonly egress: readonly Placed<string>[]
  readonly unprotected: readonly Placed<string>[]
  readonly env: readonly Placed<string>[]
  readonly secrets: readonly Placed<string>[]
  readonly hooks: readonly Placed<EventHooks>[]
  readonly telemetry?: Placed<TelemetrySettings>
  readonly spill?: Placed<SpillSettings>
  /** How agents call tools. */
  readonly toolMode?: Placed<ToolPresentationMode>
  readonly model?: Placed<string>
  readonly limits?: Placed<LimitSettings>
  readonly prices: readonly Placed<PriceSetting>[]
  /** Servers of the Model Context Protocol. */
  readonly servers: readonly ServerEntry[]
  readonly problems: readonly SettingsProblem[]
}
