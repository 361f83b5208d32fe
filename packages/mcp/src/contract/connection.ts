import type { JsonObject, JsonValue } from '@millrace/schema'
import type { ToolProgress } from '@millrace/tools'

/** The generation of the protocol: with a handshake (2025), or without one (2026-07-28). */
export type ProtocolEra = 'legacy' | 'modern'

/** What a server says of itself. Untrusted, like all that follows. */
export interface ServerFacts {
  readonly era: ProtocolEra
  /** The revision, such as `2026-07-28`. */
  readonly protocolVersion: string
  readonly name?: string
  readonly version?: string
  readonly instructions?: string
}

/** A tool as its server lists it. */
export interface RemoteTool {
  /** As the server spells it; calls go out under this name. */
  readonly name: string
  readonly title?: string
  readonly description: string
  /** As it came, whatever it is. */
  readonly inputSchema: JsonValue
  readonly outputSchema?: JsonValue
  /** Of the annotations only those of the known types. */
  readonly annotations: {
    readonly title?: string
    readonly readOnlyHint?: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint?: boolean
  }
  /** The whole object, for its fingerprint. */
  readonly wire: JsonObject
}

/** What the list of a server came to. */
export interface RemoteTools {
  /** In the order of the server, without two of a name. */
  readonly tools: readonly RemoteTool[]
  /** Entries that are none, and what was cut off at a limit: one sentence each, for a person. */
  readonly problems: readonly string[]
}

/** What a call came to. */
export interface RemoteResult {
  /** Blocks as they came, the unknown ones too. */
  readonly content: readonly JsonValue[]
  /** Absent also where it could not be represented; `flaw` says so then. */
  readonly structured?: JsonValue
  /** Why the structured content was left out, such as a number beyond the precision of numbers. */
  readonly flaw?: string
  readonly isError: boolean
}

/** How one call is made. */
export interface RemoteCallOptions {
  /** Cancels the call at the server, too. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: ToolProgress) => void
}

/** A connection that stands. Whatever the server does, each call settles once, and nothing throws across another. */
export interface McpConnection {
  readonly facts: ServerFacts
  /** Lists all pages within bounds of pages, tools, bytes and time. @throws McpError. */
  listTools(signal: AbortSignal): Promise<RemoteTools>
  /**
   * Calls a tool. It is never repeated, and nothing of the arguments is changed on the way.
   * @throws McpError, or the reason of the signal.
   */
  callTool(tool: RemoteTool, args: JsonObject, options: RemoteCallOptions): Promise<RemoteResult>
  /** Told when the server says that its tools have changed; many in a row become one. @returns its undo. */
  onToolsChanged(listener: () => void): () => void
  /** Resolves with the reason once the connection is over, whoever ended it. Never rejects. */
  readonly closed: Promise<string>
  /** Ends it and everything that the server started, within 1.5 s. Idempotent. */
  close(): Promise<void>
}
