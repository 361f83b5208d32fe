import type { PermissionMode, RuleList, WrittenRule } from '@millrace/policies/permissions'

/** Whether commands run inside the operating system's sandbox: where it can be had, always or not at all, or never. */
export type SandboxChoice = 'auto' | 'required' | 'off'

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

/** One command that a hook runs. */
export interface HookCommand {
  readonly type: 'command'
  readonly command: string
  /** In seconds. */
  readonly timeout?: number
}

/** Commands for the calls of some tools, as Claude Code has them. */
export interface HookGroup {
  /** An event such as `PreToolUse`. */
  readonly event: string
  /** Which tools: names, alternatives (`Edit|Write`), or all of them without it. */
  readonly matcher?: string
  readonly hooks: readonly HookCommand[]
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

/** What one settings file says. */
export interface FileSettings {
  readonly rules: Readonly<Record<RuleList, readonly WrittenRule[]>>
  readonly mode?: Placed<PermissionMode>
  readonly sandbox?: Placed<SandboxChoice>
  readonly egress: readonly Placed<string>[]
  readonly env: readonly Placed<string>[]
  readonly secrets: readonly Placed<string>[]
  readonly hooks: readonly Placed<HookGroup>[]
  readonly telemetry?: Placed<TelemetrySettings>
  readonly spill?: Placed<SpillSettings>
  readonly problems: readonly SettingsProblem[]
}
