import type { LimitSettings, PriceSetting } from './config/file-settings.ts'
import type { SandboxMode } from '@millrace/host'
import type { Grant } from '@millrace/protocol'
import type { HookSettings } from '@millrace/policies/hooks'
import type { PermissionMode, RuleLayer } from '@millrace/policies/permissions'
import type { ToolPresentationMode } from '@millrace/tools'
import type { WorkspaceServers } from './mcp/server-entry.ts'

/** A settings file that a rule can be saved in. */
export interface RuleFile {
  /** For the person: `millrace.jsonc`. */
  readonly label: string
  /** Absolute. */
  readonly path: string
}

/** What a workspace needs of the settings. */
export interface WorkspaceSettings {
  /** All rules, each layer with its origin. */
  readonly layers: readonly RuleLayer[]
  readonly mode: PermissionMode
  /** Whether commands run in a sandbox: where there is one, in one or not at all, or never. */
  readonly sandbox: SandboxMode
  /** Whether commands of no rule are asked about although the sandbox keeps them in, as where a stranger calls. */
  readonly asksInSandbox?: boolean
  /** Whether several sessions work in the folder at a time: what is allowed for one of them does not count for the others. */
  readonly hasManySessions?: boolean
  /** Hosts that commands in the sandbox reach without a question: `host`, `*.host`, each also with `:port`. */
  readonly egress?: readonly string[]
  /** Protected paths that commands in the sandbox may change: `package.json`; those of the home folder from `~/` on. */
  readonly unprotected?: readonly string[]
  /** Names of further variables that commands get. */
  readonly env?: readonly string[]
  /** Names of variables whose values are taken out of whatever is shown, logged or sent to a model. */
  readonly secrets?: readonly string[]
  /** Commands that run before and after calls. */
  readonly hooks?: HookSettings
  /** Whether calls are measured by OpenTelemetry, and what is recorded of them. */
  readonly telemetry?: {
    readonly enabled?: boolean
    readonly arguments?: boolean
    readonly results?: boolean
  }
  /** Bytes of a result that are shown; what is longer goes to a file. */
  readonly spill?: { readonly maxBytes?: number }
  /** How agents call tools: one by one (`native`, where it is left out), by programs alone (`code`), or both ways. */
  readonly toolMode?: ToolPresentationMode
  /** The model that agents use, unless the command line chooses one. */
  readonly model?: string
  /** What agents may use. */
  readonly limits?: LimitSettings
  /** Whether the folder's own settings want trust that nobody gave, or that has ended: its instructions for agents are left out. */
  readonly isDistrusted?: boolean
  /** Servers whose tools are to be there once `Workspace.openMcp` was called. Their secrets are hidden like all others. */
  readonly servers?: WorkspaceServers
  /** Prices of a million tokens, by `provider/model`. */
  readonly prices?: Readonly<Record<string, PriceSetting['price']>>
  /**
   * Adds an `allow` rule with its record to a settings file, which knows it by the same id. Rejects where that fails.
   * @param file - the path of one of `ruleFiles`.
   */
  readonly saveRule?: (grant: Grant, file: string) => Promise<void>
  /** Where rules can be saved, the usual place first. */
  readonly ruleFiles?: readonly RuleFile[]
}
