import type { McpServerConfig } from '@millrace/mcp'

/** A server as a file or a client describes it: variables such as `${TOKEN}` are not filled in yet. */
export interface ServerEntry {
  readonly name: string
  readonly template: McpServerConfig
  /** Whether the entry says that it is not to be started. */
  readonly isDisabled: boolean
  /** `.mcp.json:4` */
  readonly place: string
}

/** Whose entry it is, from the weakest to the strongest. */
export type ServerLayer = 'managed' | 'user' | 'mcp.json' | 'project' | 'local' | 'env' | 'session'

/** An entry together with where it was found. */
export interface FoundServer extends ServerEntry {
  readonly layer: ServerLayer
  /** Whether it may have come with the folder, from anybody: it is not started before somebody agreed to it. */
  readonly isOfFolder: boolean
}

/** A server that may be started: somebody agreed to it, and all variables are filled in. */
export interface McpServer {
  readonly name: string
  readonly config: McpServerConfig
  /** Tells it from any other server, also of the same name: by how it is launched, and by its folder where it is of one. */
  readonly identity: string
  /** Values that must not be shown, logged or sent to a model. */
  readonly secrets: readonly string[]
}

/** Why a server is not started. */
export type AbsenceCode = 'MCP_NOT_TRUSTED' | 'MCP_CONFIG_INVALID' | 'MCP_DISABLED'

/** A server that is not started. */
export interface AbsentServer {
  readonly name: string
  readonly code: AbsenceCode
  /** What is in the way. */
  readonly message: string
  /** How to mend it. */
  readonly hint?: string
}

/** What becomes of the servers that a folder has. */
export interface WorkspaceServers {
  readonly start: readonly McpServer[]
  /** Those that were wanted and are not started. */
  readonly absent: readonly AbsentServer[]
  /** The names of all servers of the folder, wanted or not. */
  readonly names: readonly string[]
}
