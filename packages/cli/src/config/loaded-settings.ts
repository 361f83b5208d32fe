import type { SandboxMode } from '@millrace/host'
import type { PermissionMode, RuleLayer } from '@millrace/policies/permissions'
import type { ToolPresentationMode } from '@millrace/tools'
import type { TrustState } from '../trust/trust-state.ts'
import type {
  EventHooks,
  FileSettings,
  LimitSettings,
  PriceSetting,
  SettingsProblem,
  SpillSettings,
  TelemetrySettings,
} from './file-settings.ts'
import type { SettingsPlace } from './settings-places.ts'

/** A value that counts, and who says so: a place in a file, a variable, an option, or `built-in`. */
export interface Sourced<T> {
  readonly value: T
  readonly source: string
}

/** A settings file that was found. */
export interface SettingsFile {
  readonly place: SettingsPlace
  readonly bytes: Uint8Array
  readonly settings: FileSettings
  /** Whether it may grant and run things, and loosen what the others say. */
  readonly counts: 'wholly' | 'only where it tightens'
}

/** The settings that count, each with who says so. */
export interface EffectiveSettings {
  readonly mode: Sourced<PermissionMode>
  readonly sandbox: Sourced<SandboxMode>
  readonly egress: readonly Sourced<string>[]
  readonly unprotected: readonly Sourced<string>[]
  readonly env: readonly Sourced<string>[]
  readonly secrets: readonly Sourced<string>[]
  readonly hooks: readonly Sourced<EventHooks>[]
  readonly telemetry: { readonly [K in keyof TelemetrySettings]: Sourced<boolean> }
  readonly spill: { readonly [K in keyof SpillSettings]: Sourced<number> }
  readonly toolMode?: Sourced<ToolPresentationMode>
  readonly model?: Sourced<string>
  readonly limits: { readonly [K in keyof LimitSettings]: Sourced<number> }
  readonly prices: readonly Sourced<PriceSetting>[]
}

/** All that settings say of a folder. */
export interface MergedSettings {
  /** Rules, from the weakest layer to the strongest. */
  readonly layers: readonly RuleLayer[]
  readonly effective: EffectiveSettings
  /** What does not count because the folder is not trusted: `3 allow rules`, `hooks`. */
  readonly ignored: readonly string[]
  readonly problems: readonly SettingsProblem[]
}

/** What the command line says of settings. */
export interface SettingsFlags {
  readonly permissionMode?: string | undefined
  readonly sandbox?: string | undefined
  /** How agents call tools. */
  readonly mode?: string | undefined
  readonly model?: string | undefined
  /** Limits, each with the option that gives it. */
  readonly limits?: readonly Sourced<LimitSettings>[] | undefined
}

/** What was found around a folder. */
export interface FoundSettings {
  readonly folder: string
  readonly files: readonly SettingsFile[]
  readonly trust: TrustState
  /** A folder above whose settings are not read, though it is of the same repository. */
  readonly above?: string
}
