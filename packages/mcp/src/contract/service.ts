import type { JsonValue } from '@millrace/schema'
import type { CommandSpec, Clock, RunningProcess, Timers } from '@millrace/host'
import type { McpServerConfig } from './config.ts'
import type { ServerFacts } from './connection.ts'
import type { McpError } from './error.ts'
import type { McpQuestions } from './question.ts'
import type { PinStore } from './pin.ts'

/** Where a server stands. */
export type McpServerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly facts: ServerFacts }
  /** Lost or not reached; it is tried again by itself. */
  | { readonly kind: 'waiting'; readonly error: McpError; readonly retryAt: number }
  /** Tried once more by a call or by `ready`, at most every 30 s, and by `restart`. */
  | { readonly kind: 'login'; readonly error: McpError }
  /** Given up. Tried once more as after `login`, unless its configuration cannot be used; `restart` tries with all attempts. */
  | { readonly kind: 'failed'; readonly error: McpError }
  | { readonly kind: 'stopped' }

/** A tool of a server that is registered. */
export interface McpToolStatus {
  /** As models and rules call it: `mcp__server__tool`, at most 64 characters. */
  readonly name: string
  readonly remoteName: string
  /** What of its definition is another than what was agreed to, one line each; empty where nothing is. */
  readonly changes: readonly string[]
}

/** A server at a glance. */
export interface McpServerStatus {
  readonly name: string
  readonly config: McpServerConfig
  readonly state: McpServerState
  readonly tools: readonly McpToolStatus[]
  /** What was left out or widened of what it lists, one sentence each. */
  readonly problems: readonly string[]
}

/** Remote servers whose tools are tools of this runtime, as `ctx.mcp`. */
export interface Mcp {
  /**
   * Takes a server in and starts it in the background. Its tools are registered for whoever asks: through an agent's context
   * for that agent alone. One of the same name is stopped and replaced.
   * @returns what takes it out again: its tools are gone, running calls are cancelled, its processes have ended.
   * @throws McpError `MCP_CONFIG_INVALID`.
   */
  add(name: string, config: McpServerConfig): () => Promise<void>
  /**
   * Waits until each server, or each of these, has listed its tools or failed to. Those that were given up or want a login are
   * tried once more before, at most every 30 s. Never rejects.
   */
  ready(names?: readonly string[]): Promise<void>
  /** How each server that the calling context sees is now, by name. */
  servers(): readonly McpServerStatus[]
  /** Ends a server and starts it anew, with all attempts. @throws McpError `MCP_CONFIG_INVALID` where there is none. */
  restart(name: string): Promise<void>
  /** Agrees to the definitions of a server's tools, or of one, as they are now. @returns the public names agreed to. */
  accept(server: string, tool?: string): Promise<readonly string[]>
}

/** What the servers need of the machine and of people. */
export interface McpOptions {
  /** Starts the program of a server. @param inside - whether the sandbox of commands is asked for. */
  readonly start: (spec: CommandSpec, inside: boolean) => Promise<RunningProcess>
  /** The environment that each server gets; what its configuration adds wins. */
  readonly env: Readonly<Record<string, string>>
  /** Where servers without a folder run: the workspace, absolute. */
  readonly root: string
  /** Makes the requests of HTTP servers. The platform's unless given, without its limit of 300 s for silence. */
  readonly fetch?: typeof globalThis.fetch
  /** What has been agreed to; kept in memory unless given. */
  readonly pins?: PinStore
  /**
   * Whether the yes of whoever answers under this name (`terminal`, `--approve-all`) to a call of a tool that has changed agrees
   * to it from then on. Where not, that call runs, and the next one is asked about again. Every yes does unless given.
   */
  readonly mayAgree?: (by: string | undefined) => boolean
  /** Gets what a server writes to its standard error output, and one line for each oddity of its protocol. */
  readonly log?: (server: string, text: string) => void
  /** Takes secrets out of the texts of what a server says of its tools, before a model or a person is told, or it is kept. */
  readonly redact?: (value: JsonValue) => JsonValue
  /** Answers what servers ask the person; without it they are refused. */
  readonly questions?: McpQuestions
  /** Answers the authorization of a server by HTTP; see `@millrace/mcp/login`. */
  readonly authorization?: (
    server: string,
    config: Extract<McpServerConfig, { type: 'http' }>,
  ) => McpAuthorization
  readonly clock?: Clock
  readonly timers?: Timers
}

/** What a request of an HTTP server is authorized by. No login starts by itself: where only one helps, that is the error. */
export interface McpAuthorization {
  /**
   * The access token, refreshed where it has ended; `undefined` where there was no login.
   * @throws McpError `MCP_LOGIN_REQUIRED` where the login has ended; another code where the refresh could not be made.
   */
  token(signal: AbortSignal): Promise<string | undefined>
  /**
   * The server refused a request, with the status 401, or 403 where it wants more scopes: the token is refreshed, once.
   * @param header - the `WWW-Authenticate` header of the answer.
   * @param token - the token that the request had, so that one that was refreshed meanwhile is not refreshed again.
   * @returns whether the request may be tried again, once; where not, a login is required.
   * @throws McpError `MCP_LOGIN_REQUIRED` that names the scopes where the server wants more of them.
   */
  refused(header: string | undefined, signal: AbortSignal, token?: string): Promise<boolean>
}
